package dev.rowan.providers.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.text.TextSelection;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Rows that are checked together: given as a list, or in a field of a row.
class ListFormTest {
    private static final String MARKER = "_prompt_shield_error";

    private final FakeCalls calls = new FakeCalls(Replies::of);

    @Test
    void givesAllRowsInOrderAndMarksThoseThatDidNotPass() throws Exception {
        List<Row> rows = List.of(
                Row.of("id", 1).with("text", "fine"),
                Row.of("id", 2).with("text", "an attack"),
                Row.of("id", 3),
                Row.of("id", 4).with("text", "fine too"));

        List<Row> checked = rows(shield().process(rows, context(calls)));

        assertThat(checked).map(row -> row.get("id")).containsExactly(1L, 2L, 3L, 4L);
        assertThat(checked.get(0)).isSameAs(rows.get(0));
        assertThat(checked.get(1).get("text")).isEqualTo("an attack");
        assertThat(marker(checked.get(1)))
                .containsEntry("reason", "prompt_injection_detected")
                .containsEntry("field", "text")
                .containsEntry("attacks", Map.of("user_prompt_attack", true, "document_attack", true));
        assertThat(marker(checked.get(2))).containsEntry("reason", "missing_field");
        assertThat(checked.get(3)).isSameAs(rows.get(3));
    }

    @Test
    void isAnErrorOnlyIfEveryRowFailed() throws Exception {
        TransformResult blocked =
                shield().process(List.of(Row.of("text", "attack 1"), Row.of("text", "attack 2")), context(calls));
        TransformResult failed = shield().process(List.of(Row.of("text", "attack 1"), Row.of("n", 1)), context(calls));

        assertThat(error(blocked).reason().asMap())
                .containsEntry("reason", "all_rows_failed")
                .containsEntry("row_count", 2L);
        assertThat(error(blocked).reason().details()).isEqualTo(Map.of("row_count", 2L));
        assertThat(error(blocked).verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(error(failed).reason().code()).isEqualTo("all_rows_failed");
        assertThat(error(failed).verdict()).isEqualTo(Verdict.FAILED);
    }

    @Test
    void anEmptyListIsAMarkedSuccess() throws Exception {
        assertThat(shield().process(List.of(), context(new FakeCalls())))
                .isEqualTo(TransformResult.success(Row.of("batch_empty", true).with("row_count", 0)));
    }

    @Test
    void checksTextAtAnyDepthOfEachRow() throws Exception {
        var all = Transforms.shield(new TextSelection.All(Set.of()), Optional.empty());

        List<Row> checked = rows(all.process(
                List.of(
                        Row.of("text", "fine"),
                        Row.of("text", "fine").with("tags", List.of(Map.of("note", "an attack"))),
                        Row.of("text", "fine").with("meta", Map.of("an attack", 1))),
                context(new FakeCalls(Replies::of))));

        assertThat(checked.get(0).has(MARKER)).isFalse();
        assertThat(marker(checked.get(1))).containsEntry("field", "tags[0].note");
        assertThat(marker(checked.get(2))).containsEntry("field", "row").containsEntry("keys", true);
    }

    @Test
    void sendsTheCallsOfAllRowsTogetherAndNumbersThemInOrder() throws Exception {
        var together = new Together();
        var shield = Transforms.shield(new TextSelection.Named(List.of("a", "b")), Optional.empty());

        shield.process(
                List.of(
                        Row.of("a", "attack").with("b", "not sent"),
                        Row.of("a", "x".repeat(10_001)).with("b", "fine"),
                        Row.of("a", "fine").with("b", "fine")),
                context(together));

        assertThat(together.groups).containsExactly(List.of(1, 3, 4, 6), List.of(5, 7));
    }

    @Test
    void aRowThatOurOwnCodeFailsOnDoesNotPassAndHurtsNoOther() throws Exception {
        SafetyTransform<?> fragile = Transforms.prepared(Transforms.unprepared(new Fragile()));

        List<Row> checked = rows(fragile.process(
                List.of(
                        Row.of("text", "fine"),
                        Row.of("text", "break the request"),
                        Row.of("text", "break the verdict")),
                context(echo())));

        assertThat(checked.get(0).has(MARKER)).isFalse();
        assertThat(marker(checked.get(1)))
                .containsEntry("reason", "unknown_error")
                .containsEntry("row_index", 1L);
        assertThat(marker(checked.get(2)))
                .containsEntry("reason", "unknown_error")
                .containsEntry("row_index", 2L);
    }

    @Test
    void aDefectOnARowAloneIsThrown() throws Exception {
        SafetyTransform<?> fragile = Transforms.prepared(Transforms.unprepared(new Fragile()));

        for (String text : List.of("break the request", "break the verdict")) {
            assertThatThrownBy(() -> fragile.process(Row.of("text", text), context(echo())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("broken");
        }
    }

    @Test
    void letsAStopOfTheRunPass() throws Exception {
        var stopped = new FakeCalls(_ -> {
            throw new IllegalStateException("the run stops");
        });

        assertThatThrownBy(() -> shield().process(List.of(Row.of("text", "x")), context(stopped)))
                .hasMessage("the run stops");
    }

    @Test
    void findsTheRowsInAFieldAndPutsThemBack() throws Exception {
        Row row = Row.of("batch", 7)
                .with("rows", List.of(Map.of("text", "fine"), Map.of("text", "an attack")))
                .with("text", "an attack that is none of the rows");

        Row checked = row(inField().process(row, context(calls)));

        assertThat(checked.names()).isEqualTo(row.names());
        assertThat(checked.get("batch")).isEqualTo(7L);
        assertThat((List<?>) checked.get("rows"))
                .satisfiesExactly(
                        clean -> assertThat(clean).isEqualTo(Map.of("text", "fine")),
                        marked -> assertThat(((Map<?, ?>) marked).keySet()).isEqualTo(Set.of("text", MARKER)));
    }

    @Test
    void aRowWhoseRowsAreAllCleanStaysAsItIs() throws Exception {
        Row row = Row.of("rows", List.of(Map.of("text", "fine")));

        assertThat(row(inField().process(row, context(calls)))).isSameAs(row);
    }

    @Test
    void marksARowWithAnEmptyList() throws Exception {
        assertThat(row(inField().process(Row.of("rows", List.of()), context(new FakeCalls()))))
                .isEqualTo(Row.of("rows", List.of()).with("batch_empty", true).with("row_count", 0));
    }

    @Test
    void aRowWhoseFieldHoldsNoRowsFailsBeforeAnyCall() throws Exception {
        var mixed = new ArrayList<Object>(List.of(Map.of("text", "fine")));
        mixed.add(null);
        var noRows = new LinkedHashMap<Row, String>();
        noRows.put(Row.of("text", "fine"), "missing_field");
        noRows.put(Row.of("rows", "fine"), "not_rows");
        noRows.put(Row.of("rows", Map.of("text", "fine")), "not_rows");
        noRows.put(Row.of("rows", mixed), "not_rows");
        for (var entry : noRows.entrySet()) {
            TransformResult.Error error = error(inField().process(entry.getKey(), context(new FakeCalls())));
            assertThat(error.reason().code()).isEqualTo(entry.getValue());
            assertThat(error.verdict()).isEqualTo(Verdict.FAILED);
        }
    }

    /// Calls that keep what was sent together.
    private static final class Together implements Calls {
        private final FakeCalls inner = new FakeCalls(Replies::of);
        private final List<List<Integer>> groups = new ArrayList<>();

        @Override
        public CallResult send(Call call) {
            return sendAll(List.of(call)).getFirst();
        }

        @Override
        public List<CallResult> sendAll(List<Call> sent) {
            groups.add(sent.stream().map(Call::number).toList());
            return inner.sendAll(sent);
        }
    }

    /// A check with a fault of its own for texts that ask for it.
    private record Fragile() implements SafetyCheck<String> {
        @Override
        public String marker() {
            return MARKER;
        }

        @Override
        public List<WireRequest> requests(SafetyEndpoint endpoint, String text) {
            if (text.equals("break the request")) {
                throw new IllegalStateException("broken");
            }
            return List.of(endpoint.post("echo", Map.of("text", text)));
        }

        @Override
        public SafetyReply<String> reply(WireReply.Complete reply) {
            return new SafetyReply.Verdict<>(reply.body().asText());
        }

        @Override
        public Optional<Reason> violation(CheckedText text, String verdict) {
            if (verdict.contains("break the verdict")) {
                throw new IllegalStateException("broken");
            }
            return Optional.empty();
        }
    }

    private static FakeCalls echo() {
        return new FakeCalls(call -> FakeCalls.json(200, call.request().body().asText()));
    }

    private static SafetyTransform<?> shield() throws Exception {
        return Transforms.shield(new TextSelection.Named(List.of("text")), Optional.empty());
    }

    private static SafetyTransform<?> inField() throws Exception {
        return Transforms.shield(new TextSelection.Named(List.of("text")), Optional.of("rows"));
    }

    private static FakeContext context(Calls calls) {
        return new FakeContext(new FakeTime(), calls);
    }

    private static Map<Object, Object> marker(Row row) {
        assertThat(row.get(MARKER)).isInstanceOf(Map.class);
        return new LinkedHashMap<>((Map<?, ?>) row.get(MARKER));
    }

    private static List<Row> rows(TransformResult result) {
        assertThat(result).isInstanceOf(TransformResult.SuccessMulti.class);
        return ((TransformResult.SuccessMulti) result).rows();
    }

    private static Row row(TransformResult result) {
        assertThat(result).isInstanceOf(TransformResult.Success.class);
        return ((TransformResult.Success) result).row();
    }

    private static TransformResult.Error error(TransformResult result) {
        assertThat(result).isInstanceOf(TransformResult.Error.class);
        return (TransformResult.Error) result;
    }
}
