CREATE TABLE "workforce_marks" (
	"owner_id" text NOT NULL,
	"agent" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workforce_marks_owner_id_agent_kind_pk" PRIMARY KEY("owner_id","agent","kind")
);
--> statement-breakpoint
CREATE TABLE "workforce_carts" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"items" jsonb NOT NULL,
	"period" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"number" text PRIMARY KEY NOT NULL,
	"order_id" text,
	"total_cents" bigint NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "invoices_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"agent" text NOT NULL,
	"agent_version" integer NOT NULL,
	"name" text NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"period" text NOT NULL,
	CONSTRAINT "order_lines_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_lines_amount" CHECK ("order_lines"."quantity" > 0 and "order_lines"."unit_price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"period" text NOT NULL,
	"payment" text NOT NULL,
	"attempt" text,
	"po_number" text NOT NULL,
	"terms_days" integer NOT NULL,
	"list_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"credit_cents" bigint DEFAULT 0 NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"tax_basis_points" integer NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"billing" jsonb NOT NULL,
	"change" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "orders_attempt" UNIQUE("owner_id","attempt"),
	CONSTRAINT "orders_total" CHECK ("orders"."subtotal_cents" = "orders"."list_cents" - "orders"."discount_cents" - "orders"."credit_cents"
        and "orders"."total_cents" = "orders"."subtotal_cents" + "orders"."tax_cents" and "orders"."subtotal_cents" >= 0 and "orders"."tax_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"subscription_line_id" text NOT NULL,
	"name" text NOT NULL,
	"agent" text NOT NULL,
	"agent_version" integer NOT NULL,
	"status" text NOT NULL,
	"paused_for" text,
	"manager_user_id" text,
	"manager_seat_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "seats_one_manager" CHECK ("seats"."manager_user_id" is null or "seats"."manager_seat_id" is null)
);
--> statement-breakpoint
CREATE TABLE "subscription_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"agent" text NOT NULL,
	"agent_version" integer NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "subscription_lines_agent" UNIQUE("subscription_id","agent"),
	CONSTRAINT "subscription_lines_quantity" CHECK ("subscription_lines"."quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"status" text NOT NULL,
	"period" text NOT NULL,
	"started_at" timestamp (3) with time zone,
	"periods" integer DEFAULT 0 NOT NULL,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"next" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "workforce_trusted" (
	"user_id" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workforce_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"actor_id" text,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_subscription_line_id_subscription_lines_id_fk" FOREIGN KEY ("subscription_line_id") REFERENCES "public"."subscription_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_manager_user_id_users_id_fk" FOREIGN KEY ("manager_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_manager_seat_id_seats_id_fk" FOREIGN KEY ("manager_seat_id") REFERENCES "public"."seats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_lines" ADD CONSTRAINT "subscription_lines_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workforce_trusted" ADD CONSTRAINT "workforce_trusted_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_subscription" ON "orders" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "seats_owner" ON "seats" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "seats_line" ON "seats" USING btree ("subscription_line_id");--> statement-breakpoint
CREATE INDEX "seats_manager" ON "seats" USING btree ("manager_user_id");--> statement-breakpoint
CREATE INDEX "seats_manager_seat" ON "seats" USING btree ("manager_seat_id");--> statement-breakpoint
CREATE INDEX "subscriptions_owner" ON "subscriptions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("period_end");--> statement-breakpoint
CREATE INDEX "workforce_events_owner" ON "workforce_events" USING btree ("owner_id","id");