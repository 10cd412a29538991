CREATE TABLE "dav_shared_names" (
	"user_id" text NOT NULL,
	"share_id" text NOT NULL,
	"module" text NOT NULL,
	"title" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "dav_shared_names_user_id_share_id_pk" PRIMARY KEY("user_id","share_id")
);
--> statement-breakpoint
ALTER TABLE "dav_locks" ADD COLUMN "share_id" text;--> statement-breakpoint
ALTER TABLE "dav_shared_names" ADD CONSTRAINT "dav_shared_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dav_shared_names" ADD CONSTRAINT "dav_shared_names_share_id_record_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."record_shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dav_shared_names_name" ON "dav_shared_names" USING btree ("user_id","module","name");--> statement-breakpoint
ALTER TABLE "dav_locks" ADD CONSTRAINT "dav_locks_share_id_record_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."record_shares"("id") ON DELETE cascade ON UPDATE no action;