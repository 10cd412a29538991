ALTER TABLE "second_factors" ADD COLUMN "used_steps" bigint[] DEFAULT '{}'::bigint[] NOT NULL;--> statement-breakpoint
ALTER TABLE "second_factors" DROP COLUMN "used_step";