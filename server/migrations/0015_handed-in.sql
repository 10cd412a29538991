-- Those that were handed in before the column was there.
UPDATE "deliverables" d SET "handed_in_at" = v."at"
FROM (SELECT "deliverable_id", max("created_at") AS "at" FROM "deliverable_versions" GROUP BY "deliverable_id") v
WHERE v."deliverable_id" = d."id";
