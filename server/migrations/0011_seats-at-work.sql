CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"task_id" text NOT NULL,
	"seat_id" text NOT NULL,
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"action" text NOT NULL,
	"effect" text NOT NULL,
	"why" text NOT NULL,
	"input" jsonb NOT NULL,
	"args_hash" text NOT NULL,
	"state" text NOT NULL,
	"edited" jsonb,
	"note" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approvals_step" UNIQUE("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "budget_ledgers" (
	"owner_id" text NOT NULL,
	"scope" text NOT NULL,
	"scope_id" text NOT NULL,
	"window" text NOT NULL,
	"spent_micros" bigint DEFAULT 0 NOT NULL,
	"reserved_micros" bigint DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"reserved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "budget_ledgers_owner_id_scope_scope_id_window_pk" PRIMARY KEY("owner_id","scope","scope_id","window"),
	CONSTRAINT "budget_ledgers_positive" CHECK ("budget_ledgers"."reserved_micros" >= 0 and "budget_ledgers"."reserved_tokens" >= 0)
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"owner_id" text NOT NULL,
	"scope" text NOT NULL,
	"scope_id" text NOT NULL,
	"limit_micros" bigint,
	"limit_tokens" bigint,
	CONSTRAINT "budgets_owner_id_scope_scope_id_pk" PRIMARY KEY("owner_id","scope","scope_id")
);
--> statement-breakpoint
CREATE TABLE "deliverable_versions" (
	"deliverable_id" text NOT NULL,
	"version" integer NOT NULL,
	"product" jsonb NOT NULL,
	"hash" text NOT NULL,
	"run_id" text NOT NULL,
	"state" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliverable_versions_deliverable_id_version_pk" PRIMARY KEY("deliverable_id","version")
);
--> statement-breakpoint
CREATE TABLE "deliverables" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"task_id" text NOT NULL,
	"seat_id" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliverables_task_id_unique" UNIQUE("task_id")
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"ledgers" jsonb NOT NULL,
	"micros" bigint NOT NULL,
	"tokens" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_steps" (
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"effect" text,
	"state" text NOT NULL,
	"summary" text NOT NULL,
	"args" jsonb NOT NULL,
	"args_hash" text NOT NULL,
	"result" jsonb,
	"error" text,
	"error_code" text,
	"tokens" integer DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"cost_status" text DEFAULT 'none' NOT NULL,
	"change_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_steps_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "seat_schedules" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"seat_id" text NOT NULL,
	"title" text NOT NULL,
	"brief" text NOT NULL,
	"playbook" text,
	"input" jsonb NOT NULL,
	"trigger" jsonb NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"next_at" timestamp (3) with time zone,
	"last_task_id" text,
	"problem" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seat_memories" (
	"id" text PRIMARY KEY NOT NULL,
	"seat_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seat_memories_once" UNIQUE("seat_id","text")
);
--> statement-breakpoint
CREATE TABLE "seat_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"seat_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"playbook" text,
	"status" text NOT NULL,
	"goes_on" boolean DEFAULT false NOT NULL,
	"error" text,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"is_priced" boolean DEFAULT true NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "seat_tasks" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"title" text NOT NULL,
	"brief" text NOT NULL,
	"status" text NOT NULL,
	"next_for" text,
	"reason" text DEFAULT '' NOT NULL,
	"seat_id" text,
	"user_id" text,
	"given_by_seat_id" text,
	"parent_id" text,
	"depth" integer DEFAULT 0 NOT NULL,
	"due_on" text,
	"playbook" text,
	"input" jsonb NOT NULL,
	"criteria" jsonb NOT NULL,
	"rank" double precision NOT NULL,
	"thread_id" text,
	"schedule_id" text,
	"attempt" text,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"is_priced" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "seat_tasks_attempt" UNIQUE("owner_id","attempt"),
	CONSTRAINT "seat_tasks_one_assignee" CHECK ("seat_tasks"."seat_id" is null or "seat_tasks"."user_id" is null)
);
--> statement-breakpoint
CREATE TABLE "task_needs" (
	"task_id" text NOT NULL,
	"needs_id" text NOT NULL,
	CONSTRAINT "task_needs_task_id_needs_id_pk" PRIMARY KEY("task_id","needs_id")
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ticket_id" text NOT NULL,
	"user_id" text,
	"is_support" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	"run_id" text,
	"attempt" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_tickets_attempt" UNIQUE("owner_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "workforce_settings" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"paused_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "grants" jsonb;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "onboarded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "team_id" text;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "is_leaving" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "hand_over_to" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_task_id_seat_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."seat_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_run_id_seat_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."seat_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliverable_versions" ADD CONSTRAINT "deliverable_versions_deliverable_id_deliverables_id_fk" FOREIGN KEY ("deliverable_id") REFERENCES "public"."deliverables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliverables" ADD CONSTRAINT "deliverables_task_id_seat_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."seat_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliverables" ADD CONSTRAINT "deliverables_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_steps" ADD CONSTRAINT "run_steps_run_id_seat_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."seat_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_schedules" ADD CONSTRAINT "seat_schedules_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_memories" ADD CONSTRAINT "seat_memories_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_runs" ADD CONSTRAINT "seat_runs_id_runs_id_fk" FOREIGN KEY ("id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_runs" ADD CONSTRAINT "seat_runs_task_id_seat_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."seat_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_runs" ADD CONSTRAINT "seat_runs_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_tasks" ADD CONSTRAINT "seat_tasks_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."seats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_tasks" ADD CONSTRAINT "seat_tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_tasks" ADD CONSTRAINT "seat_tasks_given_by_seat_id_seats_id_fk" FOREIGN KEY ("given_by_seat_id") REFERENCES "public"."seats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_tasks" ADD CONSTRAINT "seat_tasks_parent_id_seat_tasks_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."seat_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_needs" ADD CONSTRAINT "task_needs_task_id_seat_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."seat_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_needs" ADD CONSTRAINT "task_needs_needs_id_seat_tasks_id_fk" FOREIGN KEY ("needs_id") REFERENCES "public"."seat_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_owner" ON "approvals" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "approvals_expiring" ON "approvals" USING btree ("expires_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "deliverable_versions_decided" ON "deliverable_versions" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "deliverables_owner" ON "deliverables" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "reservations_run" ON "reservations" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "reservations_held" ON "reservations" USING btree ("created_at") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "seat_schedules_owner" ON "seat_schedules" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "seat_schedules_due" ON "seat_schedules" USING btree ("next_at") WHERE is_on;--> statement-breakpoint
CREATE UNIQUE INDEX "seat_runs_one_active" ON "seat_runs" USING btree ("seat_id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "seat_runs_one_attempt" ON "seat_runs" USING btree ("task_id") WHERE status in ('queued', 'running', 'waiting');--> statement-breakpoint
CREATE INDEX "seat_runs_task" ON "seat_runs" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "seat_runs_going_on" ON "seat_runs" USING btree ("seat_id") WHERE status = 'waiting' and goes_on;--> statement-breakpoint
CREATE INDEX "seat_runs_owner" ON "seat_runs" USING btree ("owner_id","started_at");--> statement-breakpoint
CREATE INDEX "seat_tasks_owner" ON "seat_tasks" USING btree ("owner_id","status");--> statement-breakpoint
CREATE INDEX "seat_tasks_waiting" ON "seat_tasks" USING btree ("seat_id","rank") WHERE status = 'todo';--> statement-breakpoint
CREATE INDEX "seat_tasks_parent" ON "seat_tasks" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "seat_tasks_ended" ON "seat_tasks" USING btree ("owner_id","ended_at");--> statement-breakpoint
CREATE INDEX "task_needs_needs" ON "task_needs" USING btree ("needs_id");--> statement-breakpoint
CREATE INDEX "support_messages_ticket" ON "support_messages" USING btree ("ticket_id");--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_hand_over_to_seats_id_fk" FOREIGN KEY ("hand_over_to") REFERENCES "public"."seats"("id") ON DELETE set null ON UPDATE no action;