-- What the cost of an attempt rests on. cache_write_tokens stays the sum of all writes; those kept for 30 minutes and
-- for an hour are also counted apart. cost_basis is provider, table or worst.
ALTER TABLE call_end ADD COLUMN write_30m_tokens INTEGER;
ALTER TABLE call_end ADD COLUMN write_1h_tokens INTEGER;
ALTER TABLE call_end ADD COLUMN tier_asked TEXT;
ALTER TABLE call_end ADD COLUMN tier_served TEXT;
ALTER TABLE call_end ADD COLUMN model TEXT;
ALTER TABLE call_end ADD COLUMN price TEXT;
ALTER TABLE call_end ADD COLUMN cost_basis TEXT;
