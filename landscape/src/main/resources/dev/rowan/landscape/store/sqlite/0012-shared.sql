-- Requests that are sent in another form than the one that identifies the call, and answers that several calls share.
--
-- wire_sha256 is the hash of the request as an attempt sent it, null if it was sent as it is. shared is 1 if the cited call
-- is one of the same run; answered_at is when that was answered, of_cost_pico_usd what it cost, null if its price is unknown.
ALTER TABLE call_intent ADD COLUMN wire_sha256 TEXT;
ALTER TABLE call_reused ADD COLUMN shared INTEGER;
ALTER TABLE call_reused ADD COLUMN answered_at INTEGER;
ALTER TABLE call_reused ADD COLUMN of_cost_pico_usd INTEGER;
CREATE INDEX call_reused_of ON call_reused (of_run, of_row_seq);
