# Loaded by schemathesis (SCHEMATHESIS_HOOKS). One check of our own, beside all of its own, and the type of tus.
import schemathesis
from schemathesis.core.failures import Failure


@schemathesis.serializer("application/offset+octet-stream")
def bytes_of_an_upload(ctx, value):
    if isinstance(value, bytes):
        return value
    return value.data if hasattr(value, "data") else str(value).encode()


class RefusedBySchema(Failure):
    """What fits the document was refused by a limit that the document could have said."""


@schemathesis.check
def refusal_is_described(ctx, response, case):
    """
    A 400 for what fits the document must come from a rule that JSON Schema cannot say. Refusals of a schema name their
    fields; those of a rule among them are marked with `rule`.
    """
    meta = case.meta
    if response.status_code != 400 or meta is None or not meta.generation.mode.is_positive:
        return None
    try:
        fields = response.json()["error"]["details"]["fields"]
    except (ValueError, KeyError, TypeError):
        return None  # the handler refused, or the answer is not ours
    unsaid = [one for one in fields if not one.get("rule")]
    if unsaid:
        raise RefusedBySchema(
            operation=case.operation.label,
            title="The document allows what the schema refuses",
            message="; ".join(f"{one['field']}: {one['message']}" for one in unsaid),
        )
    return None
