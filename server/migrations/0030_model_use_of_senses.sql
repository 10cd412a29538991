ALTER TABLE "model_use" ADD COLUMN "pictures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "model_use" ADD COLUMN "seconds" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "model_use" ADD COLUMN "characters" bigint DEFAULT 0 NOT NULL;