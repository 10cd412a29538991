ALTER TABLE "approvals" DROP CONSTRAINT "approvals_run_id_seat_runs_id_fk";
--> statement-breakpoint
ALTER TABLE "approvals" ALTER COLUMN "task_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ALTER COLUMN "seat_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ALTER COLUMN "seq" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ALTER COLUMN "expires_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "call_id" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_call" UNIQUE("run_id","call_id");--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_from_one" CHECK (num_nonnulls(seat_id, task_id, seq) = case when call_id is null then 3 else 0 end);
--> statement-breakpoint
-- Calls of conversations that wait, or were decided and not yet carried out, from the states of their runs.
INSERT INTO "approvals" ("id", "owner_id", "run_id", "call_id", "action", "effect", "why", "input", "args_hash", "state", "decided_by", "decided_at", "created_at")
SELECT gen_random_uuid()::text, r.owner_id, r.id, call->>'id', coalesce(shown->>'action', call->>'name'), coalesce(shown->>'effect', 'send'), '',
  given.input, encode(sha256(convert_to(given.input::text, 'UTF8')), 'hex'),
  CASE word WHEN 'allow' THEN 'approved' WHEN 'decline' THEN 'rejected' ELSE 'pending' END,
  CASE WHEN word IS NOT NULL THEN r.owner_id END, CASE WHEN word IS NOT NULL THEN now() END, r.created_at
FROM "runs" r
CROSS JOIN LATERAL jsonb_array_elements(r.state->'pending') call
CROSS JOIN LATERAL (SELECT CASE WHEN jsonb_typeof(call->'input') = 'object' THEN call->'input' ELSE '{}' END AS input, r.state->'decisions'->>(call->>'id') AS word) given
LEFT JOIN "messages" m ON m.id = r.message_id
LEFT JOIN LATERAL (SELECT tool AS shown FROM jsonb_array_elements(CASE WHEN jsonb_typeof(m.meta->'tools') = 'array' THEN m.meta->'tools' ELSE '[]' END) tool WHERE tool->>'callId' = call->>'id' LIMIT 1) one ON true
WHERE r.kind = 'chat' AND r.status IN ('queued', 'running', 'waiting') AND jsonb_typeof(r.state->'pending') = 'array'
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Their replies name what is to be decided.
UPDATE "messages" m SET meta = jsonb_set(m.meta, '{tools}', (
  SELECT jsonb_agg(CASE WHEN a.id IS NULL THEN tool ELSE tool || jsonb_build_object('approval', jsonb_build_object('id', a.id, 'argsHash', a.args_hash)) END ORDER BY place)
  FROM jsonb_array_elements(m.meta->'tools') WITH ORDINALITY AS shown(tool, place)
  LEFT JOIN "approvals" a ON a.run_id = r.id AND a.call_id = tool->>'callId' AND a.state = 'pending'
)) FROM "runs" r WHERE r.message_id = m.id AND jsonb_typeof(m.meta->'tools') = 'array' AND jsonb_array_length(m.meta->'tools') > 0
  AND EXISTS (SELECT FROM "approvals" a WHERE a.run_id = r.id AND a.call_id IS NOT NULL);--> statement-breakpoint
UPDATE "runs" SET state = state - 'pending' - 'decisions' WHERE kind = 'chat' AND state ? 'pending';
