package dev.rowan.landscape.read;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Batches of rows per query, each row a parameter.
final class RowBatches {
    private static final int AT_ONCE = 500;

    private RowBatches() {}

    static List<List<Long>> few(List<Long> rows) {
        var few = new ArrayList<List<Long>>();
        for (int from = 0; from < rows.size(); from += AT_ONCE) {
            few.add(rows.subList(from, Math.min(rows.size(), from + AT_ONCE)));
        }
        return few;
    }

    /// `(?, ?, …)`
    static String placeholders(int count) {
        return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
    }

    static Object[] parameters(RunRow run, List<Long> rows) {
        var parameters = new ArrayList<Object>(rows.size() + 1);
        parameters.add(run.runNo());
        parameters.addAll(rows);
        return parameters.toArray();
    }
}
