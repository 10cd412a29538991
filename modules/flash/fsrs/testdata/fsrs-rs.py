# Makes fsrs-rs.json: what fsrs-rs (the trainer inside Anki) says of histories. Needs the package fsrs-rs-python 0.9.3.
# python3 fsrs-rs.py > fsrs-rs.json
import json, math, random
import fsrs_rs_python as f

random.seed(6)
USUAL = list(f.DEFAULT_PARAMETERS)


def item(reviews):
    return f.FSRSItem([f.FSRSReview(grade, days) for grade, days in reviews])


def learner(truth, cards, reviews_most):
    """Histories of somebody who remembers as `truth` says, with a schedule of the usual parameters."""
    memory = f.FSRS(truth)
    plan = f.FSRS(USUAL)
    out = []
    for _ in range(cards):
        history = [(random.choices([1, 2, 3, 4], [25, 15, 50, 10])[0], 0)]
        if history[0][0] < 3:
            history.append((3, 0))
        for _ in range(random.randint(1, reviews_most)):
            it = item(history)
            planned = plan.memory_state(it)
            days = max(1, round(planned.stability * random.uniform(0.7, 1.6)))
            real = memory.memory_state(it)
            decay = -truth[20]
            factor = 0.9 ** (1 / decay) - 1
            recall = (1 + factor * days / real.stability) ** decay
            grade = random.choices([2, 3, 4], [15, 75, 10])[0] if random.random() < recall else 1
            history.append((grade, days))
            if grade == 1:
                history.append((3, 0))
        out.append(history)
    return out


def items_of(histories):
    items = []
    for history in histories:
        for at in range(1, len(history)):
            if history[at][1] > 0:
                items.append(item(history[: at + 1]))
    return items


def said(evaluation):
    return {"logLoss": evaluation.log_loss, "rmse": evaluation.rmse_bins}


forgetful = list(USUAL)
forgetful[:4] = [0.1, 0.5, 0.9, 4.0]
forgetful[8] = 1.35
forgetful[20] = 0.3
retentive = list(USUAL)
retentive[:4] = [0.9, 3.5, 8.0, 30.0]
retentive[8] = 2.3

cases = []
for name, truth, cards, most in [
    ("usual", USUAL, 300, 8),
    ("forgetful", forgetful, 400, 8),
    ("retentive", retentive, 400, 6),
]:
    histories = learner(truth, cards, most)
    items = items_of(histories)
    fitted = f.FSRS(USUAL).compute_parameters(items, enable_short_term=True)
    cases.append(
        {
            "name": name,
            "truth": [round(w, 4) for w in truth],
            "histories": ["".join(f"{grade}{days};" for grade, days in history) for history in histories],
            "reviews": len(items),
            "usual": said(f.FSRS(USUAL).evaluate(items)),
            "fitted": [round(w, 6) for w in fitted],
            "fittedSays": said(f.FSRS(fitted).evaluate(items)),
            "truthSays": said(f.FSRS(truth).evaluate(items)),
        }
    )
print(json.dumps(cases, separators=(",", ":")))
