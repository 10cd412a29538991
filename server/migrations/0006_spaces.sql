CREATE TABLE "thread_allowances" (
	"thread_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"action" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "thread_allowances_thread_id_owner_id_action_pk" PRIMARY KEY("thread_id","owner_id","action")
);
--> statement-breakpoint
CREATE TABLE "space_files" (
	"owner_id" text NOT NULL,
	"space" text NOT NULL,
	"file_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "space_files_owner_id_space_file_id_pk" PRIMARY KEY("owner_id","space","file_id")
);
--> statement-breakpoint
CREATE TABLE "space_instructions" (
	"owner_id" text NOT NULL,
	"space" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "space_instructions_owner_id_space_pk" PRIMARY KEY("owner_id","space")
);
--> statement-breakpoint
CREATE TABLE "space_models" (
	"space" text PRIMARY KEY NOT NULL,
	"models" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "space_pins" (
	"owner_id" text NOT NULL,
	"space" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "space_pins_owner_id_space_kind_target_pk" PRIMARY KEY("owner_id","space","kind","target")
);
--> statement-breakpoint
ALTER TABLE "thread_allowances" ADD CONSTRAINT "thread_allowances_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_files" ADD CONSTRAINT "space_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_files_file" ON "space_files" USING btree ("file_id");