-- Rows that aggregates make.
--
-- Such a row has the status 'derived' and the number (node + 1) * 2^40 + n. grp is the group that it was made of; parent
-- the member that it stands for, if it is one. age_us is how long the group was open, without the time between epochs.
ALTER TABLE row_read ADD COLUMN grp BIGINT;
ALTER TABLE row_read ADD COLUMN parent_row BIGINT;
ALTER TABLE row_read ADD COLUMN parent_part BIGINT;
CREATE INDEX row_read_by_group ON row_read (run_no, grp) WHERE grp IS NOT NULL;
ALTER TABLE group_end ADD COLUMN age_us BIGINT;
