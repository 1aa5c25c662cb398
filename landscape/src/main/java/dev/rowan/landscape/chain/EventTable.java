package dev.rowan.landscape.chain;

import static dev.rowan.landscape.chain.Column.number;
import static dev.rowan.landscape.chain.Column.text;

import java.util.List;

/// The tables whose rows are events, with the facts of each beside the common columns.
///
/// The single definition of the hashed columns, used by the writer, the reader and the verifier. A new kind of
/// event is a new constant and a migration.
@SuppressWarnings("ImmutableEnumChecker") // unmodifiable lists
public enum EventTable {
    ROW_READ(
            "row_read",
            number("row_seq"),
            text("status"),
            text("position"),
            text("source_id"),
            text("source"),
            number("grp"),
            number("parent_row"),
            number("parent_part")),

    NODE_STATE(
            "node_state",
            number("row_seq"),
            number("part"),
            number("node"),
            number("attempt"),
            text("status"),
            number("opened"),
            number("outputs"),
            number("submit_index"),
            number("complete_index"),
            number("queue_us"),
            number("pacer_us"),
            number("permit_us"),
            number("wire_us"),
            text("route")),

    OUTCOME(
            "outcome",
            number("row_seq"),
            number("part"),
            text("outcome"),
            number("node"),
            text("reason"),
            text("sink"),
            number("reorder_us"),
            number("sink_us"),
            number("total_us"),
            number("grp")),

    CALL_INTENT(
            "call_intent",
            number("row_seq"),
            number("part"),
            number("node"),
            number("generation"),
            number("call_no"),
            number("attempt"),
            text("request_sha256"),
            number("worst_pico_usd"),
            number("job"),
            number("item"),
            text("wire_sha256")),

    CALL_END(
            "call_end",
            number("row_seq"),
            number("part"),
            number("node"),
            number("generation"),
            number("call_no"),
            number("attempt"),
            text("state"),
            text("standing"),
            number("http_status"),
            number("input_tokens"),
            number("cached_tokens"),
            number("cache_write_tokens"),
            number("output_tokens"),
            number("reasoning_tokens"),
            number("cost_pico_usd"),
            number("cost_known"),
            number("pacer_us"),
            number("permit_us"),
            number("wire_us"),
            number("first_byte_us"),
            text("request_id"),
            number("job"),
            number("write_30m_tokens"),
            number("write_1h_tokens"),
            text("tier_asked"),
            text("tier_served"),
            text("model"),
            text("price"),
            text("cost_basis")),

    CALL_PARKED(
            "call_parked",
            number("row_seq"),
            number("part"),
            number("node"),
            number("generation"),
            number("call_no"),
            text("request_sha256"),
            number("worst_pico_usd"),
            number("tokens")),

    CALL_REUSED(
            "call_reused",
            number("row_seq"),
            number("part"),
            number("node"),
            number("generation"),
            number("call_no"),
            text("request_sha256"),
            text("of_run"),
            number("of_row_seq"),
            number("of_part"),
            number("of_node"),
            number("of_generation"),
            number("of_call_no"),
            text("account"),
            number("shared"),
            number("answered_at"),
            number("of_cost_pico_usd")),

    GROUP_END(
            "group_end",
            number("node"),
            number("grp"),
            text("trigger"),
            number("members"),
            number("rows"),
            number("age_us")),

    /// The steps of batch jobs: `facts` is JSON, hashed as text.
    BATCH_JOB("batch_job", number("job"), text("step"), text("facts")),

    /// Rare events: `facts` is JSON, hashed as text.
    RUN_EVENT("run_event", text("type"), text("facts"));

    private final String table;
    private final List<Column> facts;
    private final EnvelopeLayout layout;

    EventTable(String table, Column... facts) {
        this.table = table;
        this.facts = List.of(facts);
        this.layout = EnvelopeLayout.of(table, this.facts);
    }

    /// The table's name in the database; also the type of its events, except for [#RUN_EVENT], which has a type
    /// column.
    public String table() {
        return table;
    }

    public List<Column> facts() {
        return facts;
    }

    /// The index of the named fact in [Event#facts].
    public int indexOf(String fact) {
        for (int i = 0; i < facts.size(); i++) {
            if (facts.get(i).name().equals(fact)) {
                return i;
            }
        }
        throw new IllegalArgumentException(table + " has no column " + fact);
    }

    EnvelopeLayout layout() {
        return layout;
    }
}
