CREATE TABLE "job_steps" (
	"job_id" text NOT NULL,
	"name" text NOT NULL,
	"output" jsonb,
	CONSTRAINT "job_steps_job_id_name_pk" PRIMARY KEY("job_id","name")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" text NOT NULL,
	"actor_id" text,
	"module" text NOT NULL,
	"name" text NOT NULL,
	"key" text,
	"input" jsonb NOT NULL,
	"trail" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"run_id" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"note" text DEFAULT '' NOT NULL,
	"result" jsonb,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "periodic_jobs" (
	"owner_id" text NOT NULL,
	"actor_id" text,
	"module" text NOT NULL,
	"name" text NOT NULL,
	"every" text NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "periodic_jobs_owner_id_module_name_pk" PRIMARY KEY("owner_id","module","name")
);
--> statement-breakpoint
ALTER TABLE "job_steps" ADD CONSTRAINT "job_steps_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("due_at") WHERE status = 'waiting' and kind <> 'job';--> statement-breakpoint
CREATE INDEX "jobs_owner" ON "jobs" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "jobs_run" ON "jobs" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key" ON "jobs" USING btree ("owner_id","module","key") WHERE kind = 'schedule' and status = 'waiting';--> statement-breakpoint
CREATE INDEX "periodic_jobs_next" ON "periodic_jobs" USING btree ("next_at");
