package dev.rowan.providers.safety;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.Guardrail;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Passes only rows whose texts a safety service found clean, unchanged.
///
/// Anything else ends the row: a violation blocks it; a missing, rejected or invalid reply fails it. Single rows
/// and lists of rows are handled alike.
///
/// `endpoint` is set by [#prepare], before the threads of the rows are started.
public final class SafetyTransform<V> implements RowTransform, CallPlanner, Guardrail {
    private final SafetySettings settings;
    private final SafetyCheck<V> check;
    private @Nullable SafetyEndpoint endpoint;

    SafetyTransform(SafetySettings settings, SafetyCheck<V> check) {
        this.settings = settings;
        this.check = check;
    }

    @Override
    public void prepare(PluginSetup setup) throws PluginException, InterruptedException {
        endpoint = settings.endpoint(setup);
    }

    @Override
    public TransformResult process(Row row, PluginContext context) throws InterruptedException {
        if (settings.rowsField().isEmpty()) {
            return checked(List.of(row), context).getFirst().alone(row);
        }
        var field = new RowsField(settings.rowsField().get());
        return switch (field.in(row)) {
            case RowsField.Found.Nothing(var reason) -> TransformResult.error(reason);
            case RowsField.Found.Rows(var rows) -> field.back(row, rows, process(rows, context));
        };
    }

    /// A check of the same text has the same verdict.
    @Override
    public boolean sharesAnswers() {
        return settings.dedupe().shares(true);
    }

    /// With `rows_field`, paths are within its rows.
    @Override
    public Set<FieldPath> checkedFields() {
        return settings.rowsField()
                .map(rows -> within(FieldPath.field(rows).then(new FieldPath.Step.Each())))
                .orElseGet(() -> settings.fields().places());
    }

    private Set<FieldPath> within(FieldPath row) {
        return settings.fields().places().stream().map(row::then).collect(Collectors.toSet());
    }

    /// A check adds no field, except for an empty list of rows.
    @Override
    public RowFields outputFields(RowFields input) {
        return settings.rowsField().isPresent() ? input.with(CheckedRows.EMPTY_FIELDS) : input;
    }

    @Override
    public List<FieldUse> fieldUses() {
        return settings.rowsField()
                .map(rows -> List.of(FieldUse.required(rows, SafetySettings.ROWS_FIELD.name())))
                .orElseGet(() -> settings.fields().uses());
    }

    /// Plans the calls of [#process]: all texts of all rows, although a violation would end a row early.
    @Override
    public Plan plan(Row row) {
        if (settings.rowsField().isEmpty()) {
            return plan(List.of(row), ends -> ends.getFirst().alone(row));
        }
        return switch (new RowsField(settings.rowsField().get()).in(row)) {
            case RowsField.Found.Nothing(var reason) -> new Plan.Ends(reason);
            case RowsField.Found.Rows(var rows) ->
                plan(rows, ends -> new CheckedRows(rows, ends, check.marker()).result());
        };
    }

    private Plan plan(List<Row> rows, Function<List<CheckResult>, TransformResult> result) {
        List<RowCheck<V>> checks = planned(rows, endpoint());
        List<Call> calls = checks.stream().flatMap(row -> row.all().stream()).toList();
        if (calls.isEmpty()) {
            List<CheckResult> ends =
                    checks.stream().map(row -> row.end().orElseThrow()).toList();
            if (result.apply(ends) instanceof TransformResult.Error(var reason, var _)) {
                return new Plan.Ends(reason);
            }
        }
        return new Plan.Sends(calls);
    }

    /// The list form: all rows come back in order as several, those that did not pass with a marker beside their data.
    /// The whole is an error only if every row failed.
    public TransformResult process(List<Row> rows, PluginContext context) throws InterruptedException {
        return new CheckedRows(rows, checked(rows, context), check.marker()).result();
    }

    /// Checks the rows together, one text of each at a time.
    private List<CheckResult> checked(List<Row> rows, PluginContext context) throws InterruptedException {
        List<RowCheck<V>> checks = planned(rows, endpoint());
        List<RowCheck<V>> open = open(checks);
        while (!open.isEmpty()) {
            List<Call> calls = open.stream().flatMap(row -> row.next().stream()).toList();
            List<CallResult> results = sent(calls, context.calls());
            int from = 0;
            for (RowCheck<V> row : open) {
                int to = from + row.next().size();
                row.take(results.subList(from, to));
                from = to;
            }
            open = open(open);
        }
        return checks.stream().map(row -> row.end().orElseThrow()).toList();
    }

    /// The results of the calls, in their order. A single call, which is the usual case, stays on this thread.
    private static List<CallResult> sent(List<Call> calls, Calls to) throws InterruptedException {
        List<CallResult> results = calls.size() == 1 ? List.of(to.send(calls.getFirst())) : to.sendAll(calls);
        if (results.size() != calls.size()) {
            throw new IllegalStateException(calls.size() + " calls came back as " + results.size());
        }
        return results;
    }

    private static <V> List<RowCheck<V>> open(List<RowCheck<V>> checks) {
        return checks.stream().filter(row -> row.end().isEmpty()).toList();
    }

    /// The calls are numbered over rows, texts and parts in order, whether or not they are made in the end.
    private List<RowCheck<V>> planned(List<Row> rows, SafetyEndpoint to) {
        var plan = new ArrayList<RowCheck<V>>();
        int number = 1;
        for (Row row : rows) {
            var texts = new ArrayList<RowCheck.TextCalls>();
            Optional<CheckResult> end;
            try {
                end = plan(row, to, number, texts);
            } catch (RuntimeException defect) {
                end = Optional.of(new CheckResult.Broken(defect));
            }
            plan.add(end.map(ended -> RowCheck.ended(check, ended)).orElseGet(() -> RowCheck.of(check, texts)));
            number += texts.stream().mapToInt(text -> text.calls().size()).sum();
        }
        return plan;
    }

    /// Adds the calls for `row` to `texts`, or says why there are none to make.
    private Optional<CheckResult> plan(Row row, SafetyEndpoint to, int firstNumber, List<RowCheck.TextCalls> texts) {
        return switch (CheckedText.in(row, settings.fields(), settings.normalize())) {
            case CheckedText.Found.Nothing(var reason) -> Optional.of(CheckResult.failed(reason));
            case CheckedText.Found.Texts(var found) -> {
                int number = firstNumber;
                for (CheckedText text : found) {
                    List<Call> calls = calls(text.text(), to, number);
                    texts.add(new RowCheck.TextCalls(text, calls));
                    number += calls.size();
                }
                yield Optional.empty();
            }
        };
    }

    private List<Call> calls(String text, SafetyEndpoint to, int firstNumber) {
        var receipts = new SafetyReceipts(check, settings.price());
        var price = Optional.of(settings.price());
        var calls = new ArrayList<Call>();
        for (WireRequest request : check.requests(to, text)) {
            calls.add(
                    new Call(firstNumber + calls.size(), request, new Estimate(0, 0, 0, price, price), true, receipts));
        }
        return calls;
    }

    private SafetyEndpoint endpoint() {
        return Objects.requireNonNull(endpoint, "a transform is prepared before it gets rows");
    }
}
