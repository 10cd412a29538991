CREATE TABLE "dav_locks" (
	"token" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"module" text NOT NULL,
	"path" text NOT NULL,
	"is_exclusive" boolean NOT NULL,
	"is_deep" boolean NOT NULL,
	"user_id" text NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dav_locks" ADD CONSTRAINT "dav_locks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dav_locks_owner" ON "dav_locks" USING btree ("owner_id","module");--> statement-breakpoint
CREATE INDEX "dav_locks_expiry" ON "dav_locks" USING btree ("expires_at");