package dev.rowan.engine.release;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.engine.graph.AggregateTransform;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.release.ClosedGroup.Failure;
import dev.rowan.engine.release.ClosedGroup.MadeRow;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.record.LogEntry.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs an aggregator over the members of a group: one row for each member that it refused, which fails, then the
/// rows of the group, or its other members with the values of the first of these. Owned by the release thread.
final class GroupAggregation {
    /// How many members are loaded together.
    private static final int PAGE = 100;

    private final AggregateTransform transform;
    private final ValueReloader reloader;
    private final List<MadeRow> made = new ArrayList<>();
    private final List<Row> accepted = new ArrayList<>();
    private final List<Member> parents = new ArrayList<>();
    private Optional<Reason> defect = Optional.empty();
    private long next;

    /// The rows get numbers from `first` on.
    private GroupAggregation(AggregateTransform transform, ValueReloader reloader, long first) {
        this.transform = transform;
        this.reloader = reloader;
        this.next = first;
    }

    static List<MadeRow> rows(AggregateTransform transform, OpenGroup group, ValueReloader reloader, long first)
            throws InterruptedException {
        var closing = new GroupAggregation(transform, reloader, first);
        closing.close(group);
        return closing.made;
    }

    /// One row that fails, without running the aggregator.
    static List<MadeRow> failed(Reason reason, long first) {
        return List.of(
                new MadeRow(first, Optional.empty(), Row.empty(), Optional.of(new Failure(reason, Verdict.FAILED))));
    }

    private void close(OpenGroup group) throws InterruptedException {
        Aggregator.Group filled = transform.aggregator().begin();
        fill(filled, group);
        switch (defect.<TransformResult>map(TransformResult::error).orElseGet(() -> result(filled))) {
            case TransformResult.Success(Row row) -> emit(List.of(row));
            case TransformResult.SuccessMulti(var rows) -> emit(rows);
            case TransformResult.Error(var reason, var verdict) ->
                made.add(new MadeRow(
                        next++, Optional.empty(), Row.empty(), Optional.of(new Failure(lasting(reason), verdict))));
        }
    }

    private static TransformResult result(Aggregator.Group filled) {
        try {
            return filled.close();
        } catch (RuntimeException broken) {
            return TransformResult.error(defect(broken));
        }
    }

    private static Reason defect(RuntimeException broken) {
        return Reason.of("aggregator_error", "the aggregator failed: " + broken);
    }

    /// The same group fails again, so it is not retried.
    private static Reason lasting(Reason reason) {
        return new Reason(reason.code(), reason.message(), reason.details(), false);
    }

    private void fill(Aggregator.Group filled, OpenGroup group) throws InterruptedException {
        for (int at = 0; at < group.size() && defect.isEmpty(); ) {
            Optional<Row> kept = group.values(at);
            if (kept.isPresent()) {
                add(filled, group.token(at), kept.get());
                at++;
                continue;
            }
            var tokens = new ArrayList<TokenKey>();
            for (int i = at;
                    i < group.size() && tokens.size() < PAGE && group.values(i).isEmpty();
                    i++) {
                tokens.add(group.token(i));
            }
            List<Row> rows = reloader.values(tokens, group.recorded());
            for (int i = 0; i < rows.size(); i++) {
                add(filled, tokens.get(i), ErrorField.drop(rows.get(i)));
            }
            at += rows.size();
        }
    }

    private void add(Aggregator.Group filled, TokenKey token, Row row) {
        var member = new Member(token.rowSeq(), token.part());
        Optional<Reason> refused;
        try {
            refused = filled.add(row);
        } catch (RuntimeException broken) {
            defect = defect.or(() -> Optional.of(defect(broken)));
            return;
        }
        if (refused.isPresent()) {
            made.add(new MadeRow(
                    next++,
                    Optional.of(member),
                    Row.empty(),
                    Optional.of(new Failure(lasting(refused.get()), Verdict.FAILED))));
        } else if (transform.grouping().emitsMembers()) {
            accepted.add(row);
            parents.add(member);
        }
    }

    private void emit(List<Row> rows) {
        if (!transform.grouping().emitsMembers()) {
            rows.forEach(row -> made.add(new MadeRow(next++, Optional.empty(), row, Optional.empty())));
            return;
        }
        if (rows.isEmpty()) {
            return;
        }
        for (int i = 0; i < accepted.size(); i++) {
            Row row = accepted.get(i);
            for (var field : rows.getFirst().asMap().entrySet()) {
                row = row.with(field.getKey(), field.getValue());
            }
            made.add(new MadeRow(next++, Optional.of(parents.get(i)), row, Optional.empty()));
        }
    }
}
