CREATE TABLE "notification_deliveries" (
	"notification_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	CONSTRAINT "notification_deliveries_notification_id_channel_pk" PRIMARY KEY("notification_id","channel")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"digest_at" text,
	"next_digest" timestamp (3) with time zone,
	"digested_to" timestamp (3) with time zone,
	"digest_tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"scope_id" text NOT NULL,
	"module" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"scope_id" text NOT NULL,
	"module" text NOT NULL,
	"record_id" text,
	"collection" text,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"link" text,
	"recipients" text[],
	"local_at" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_zones" (
	"owner" text PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"language" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_notifications" ADD CONSTRAINT "waiting_record" FOREIGN KEY ("record_id","module","scope_id") REFERENCES "public"."records"("id","module","scope_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "notification_deliveries" USING btree ("channel","at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_owner" ON "notification_deliveries" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "settings_digest" ON "notification_settings" USING btree ("next_digest");--> statement-breakpoint
CREATE INDEX "notifications_owner" ON "notifications" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("owner_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_owner" ON "push_subscriptions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_of_row" ON "waiting_notifications" USING btree ("record_id","module","scope_id","key") WHERE record_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_of_action" ON "waiting_notifications" USING btree ("scope_id","module","key") WHERE record_id is null;--> statement-breakpoint
CREATE INDEX "waiting_at" ON "waiting_notifications" USING btree ("at");