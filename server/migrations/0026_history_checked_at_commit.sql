-- A version's record and change are written by the same statement: checking each at once cost a third of an import's preview, which is
-- rolled back and never needs it. At the commit both are checked as before.
ALTER TABLE "record_versions" ALTER CONSTRAINT "record_versions_record" DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "record_versions" ALTER CONSTRAINT "record_versions_change_id_changes_id_fk" DEFERRABLE INITIALLY DEFERRED;
