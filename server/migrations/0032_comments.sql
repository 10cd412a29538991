CREATE TABLE "record_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"scope_id" text NOT NULL,
	"module" text NOT NULL,
	"record_id" text NOT NULL,
	"author_id" text,
	"called" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "record_comments" ADD CONSTRAINT "record_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_comments" ADD CONSTRAINT "record_comments_record" FOREIGN KEY ("record_id","module","scope_id") REFERENCES "public"."records"("id","module","scope_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "record_comments_of" ON "record_comments" USING btree ("record_id","id");--> statement-breakpoint
CREATE INDEX "record_comments_scope" ON "record_comments" USING btree ("scope_id","module");--> statement-breakpoint
CREATE INDEX "record_comments_author" ON "record_comments" USING btree ("author_id");