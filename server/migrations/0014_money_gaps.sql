ALTER TABLE "stripe_customers" DROP CONSTRAINT "stripe_customers_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "stripe_payments" DROP CONSTRAINT "stripe_payments_order_id_orders_id_fk";
--> statement-breakpoint
DROP INDEX "approvals_owner";--> statement-breakpoint
DROP INDEX "deliverables_owner";--> statement-breakpoint
DROP INDEX "seat_tasks_ended";--> statement-breakpoint
ALTER TABLE "deliverables" ADD COLUMN "handed_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "days" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "of_days" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lapse" text;--> statement-breakpoint
ALTER TABLE "stripe_payments" ADD COLUMN "received" bigint;--> statement-breakpoint
ALTER TABLE "stripe_payments" ADD COLUMN "received_currency" text;--> statement-breakpoint
CREATE INDEX "approvals_seat" ON "approvals" USING btree ("seat_id","created_at","id");--> statement-breakpoint
CREATE INDEX "approvals_pending" ON "approvals" USING btree ("owner_id","created_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "deliverables_seat" ON "deliverables" USING btree ("seat_id","handed_in_at","id");--> statement-breakpoint
CREATE INDEX "seat_runs_seat" ON "seat_runs" USING btree ("seat_id","started_at","id");--> statement-breakpoint
CREATE INDEX "seat_tasks_open" ON "seat_tasks" USING btree ("owner_id","rank","id") WHERE status not in ('done', 'cancelled');--> statement-breakpoint
CREATE INDEX "seat_tasks_seat_open" ON "seat_tasks" USING btree ("seat_id","rank","id") WHERE status not in ('done', 'cancelled');--> statement-breakpoint
CREATE INDEX "seat_tasks_seat_ended" ON "seat_tasks" USING btree ("seat_id","ended_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_owner" ON "support_tickets" USING btree ("owner_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_touched" ON "support_tickets" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "approvals_owner" ON "approvals" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliverables_owner" ON "deliverables" USING btree ("owner_id","handed_in_at","id");--> statement-breakpoint
CREATE INDEX "seat_tasks_ended" ON "seat_tasks" USING btree ("owner_id","ended_at","id");