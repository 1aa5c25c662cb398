package dev.rowan.landscape.schema;

import java.util.List;

/// Rows of `child` that belong to rows of `parent`, found by the same values in `childColumns` and `parentColumns`.
/// The schema declares no foreign keys, since writing would pay for them; this list is what readers join by.
/// `always` is false where a row of the child may have no parent.
record Reference(
        String parent,
        List<String> parentColumns,
        String child,
        List<String> childColumns,
        boolean always,
        String verb) {

    private static final String[] CALL = {"run_no", "row_seq", "part", "node", "generation", "call_no"};
    private static final String[] ATTEMPT = {"run_no", "row_seq", "part", "node", "generation", "call_no", "attempt"};

    static final List<Reference> ALL = List.of(
            by("run", "reads", "row_read", "run_no"),
            by("run", "notes", "run_event", "run_no"),
            by("run", "is written under", "run_lease", "run_no"),
            by("run", "has more writers in", "run_writer", "run_no"),
            by("run_writer", "works on", "run_split", "run_no", "writer"),
            by("run", "has a budget in", "cost_pool", "run_no"),
            by("cost_pool", "is drawn by", "cost_allowance", "run_no"),
            by("limit_pool", "is used by", "limit_member", "pool_no"),
            by("run", "is asked", "run_order", "run_no"),
            by("run", "holds", "sink_lock", "run_no"),
            by("run", "submits", "batch_job", "run_no"),
            by("run", "closes", "group_end", "run_no"),
            by("run", "lost values by", "purge", "run_no"),
            by("run", "was compared in", "reconciliation", "run_no"),
            by("row_read", "lost values by", "purge", "run_no", "row_seq"),
            by("row_read", "visits", "node_state", "run_no", "row_seq"),
            by("row_read", "ends as", "outcome", "run_no", "row_seq"),
            by("row_read", "calls", "call_intent", "run_no", "row_seq"),
            by("row_read", "waits for", "call_parked", "run_no", "row_seq"),
            by("row_read", "reuses", "call_reused", "run_no", "row_seq"),
            by("call_intent", "ends as", "call_end", ATTEMPT),
            by("call_parked", "is sent as", "call_intent", CALL).orNone(),
            by("batch_job", "contains", "call_intent", "run_no", "job"),
            by("batch_job", "answers", "call_end", "run_no", "job"),
            new Reference("run", List.of("run_id"), "call_reused", List.of("of_run"), true, "answered"));

    private static Reference by(String parent, String verb, String child, String... columns) {
        return new Reference(parent, List.of(columns), child, List.of(columns), true, verb);
    }

    private Reference orNone() {
        return new Reference(parent, parentColumns, child, childColumns, false, verb);
    }
}
