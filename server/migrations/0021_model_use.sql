CREATE TABLE "model_use" (
	"owner_id" text NOT NULL,
	"user_id" text NOT NULL,
	"module" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"unpriced_calls" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "model_use_owner_id_user_id_module_day_pk" PRIMARY KEY("owner_id","user_id","module","day")
);
--> statement-breakpoint
CREATE INDEX "model_use_user" ON "model_use" USING btree ("user_id","day");