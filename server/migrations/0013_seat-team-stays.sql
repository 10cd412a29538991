ALTER TABLE "seats" DROP CONSTRAINT "seats_team_id_teams_id_fk";
