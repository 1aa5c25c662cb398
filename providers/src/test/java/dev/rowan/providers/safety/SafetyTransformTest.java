package dev.rowan.providers.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.TextSelection;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What both safety transforms share, shown by the prompt shield.
class SafetyTransformTest {
    private static final Timings NO_TIME = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);

    private final FakeCalls calls = new FakeCalls(Replies::of);

    @Test
    void passesACleanRowAsItIs() throws Exception {
        Row row = Row.of("title", "hello").with("text", "all is well").with("n", 1);

        assertThat(shield("title", "text").process(row, context(calls)))
                .isInstanceOfSatisfying(
                        TransformResult.Success.class,
                        success -> assertThat(success.row()).isSameAs(row));
        assertThat(calls.sent()).map(Call::number).containsExactly(1, 2);
    }

    @Test
    void firstViolationEndsTheRowAndLaterTextsAreNotSent() throws Exception {
        Row row = Row.of("a", "fine").with("b", "an attack").with("c", "never sent");

        TransformResult.Error error = error(shield("a", "b", "c").process(row, context(calls)));

        assertThat(error.reason().details()).containsEntry("field", "b");
        assertThat(calls.sent()).hasSize(2);
        assertThat(calls.sent().toString()).doesNotContain("never sent");
    }

    @Test
    void aDisguisedTextIsSentInBothForms() throws Exception {
        Row row = Row.of("a", "\uff41n a\u00adtt\u200back").with("b", "plain");

        TransformResult.Error error = error(shield("a", "b").process(row, context(calls)));

        assertThat(error.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(error.reason().details()).containsEntry("field", "a").containsEntry("normalized", true);
        assertThat(calls.sent()).hasSize(3);
        assertThat(calls.sent().getFirst().request().body().asText()).contains("\uff41n a\u00adtt\u200back");
        assertThat(calls.sent().getLast().request().body().asText()).contains("an attack");
    }

    @Test
    void anEmptyListOfRowsAddsTheFieldsThatItDeclares() throws Exception {
        var shield = Transforms.shield(new TextSelection.All(Set.of()), Optional.of("rows"), Optional.empty());
        Row row = Row.of("rows", List.of());

        assertThat(shield.process(row, context(calls)))
                .isInstanceOfSatisfying(
                        TransformResult.Success.class,
                        success -> assertThat(shield.outputFields(new RowFields(List.of("rows"), true))
                                        .names())
                                .containsExactlyElementsOf(success.row().names().list()));
    }

    @Test
    void callKeepsItsNumberWhateverWasSentBefore() throws Exception {
        String longText = "x".repeat(25_000);
        Row row = Row.of("a", longText).with("b", "short").with("c", longText);

        shield("a", "b", "c").process(row, context(calls));

        assertThat(calls.sent()).map(Call::number).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(calls.sent().get(3).request().body().asText()).contains("short");
        assertThat(calls.sent()).allMatch(Call::repeatable);
    }

    @Test
    void checksEveryPartOfALongText() throws Exception {
        String text = "x".repeat(9_995) + "an attack" + "x".repeat(15_000);

        TransformResult.Error error = error(shield("text").process(Row.of("text", text), context(calls)));

        assertThat(error.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(calls.sent()).hasSize(3);
    }

    @Test
    void failsARowWhoseNamedFieldItCannotSeeBeforeAnyCall() throws Exception {
        for (Row row : List.of(
                Row.of("a", "fine"),
                Row.of("a", "fine").with("b", null),
                Row.of("a", "fine").with("b", 7))) {
            TransformResult.Error error = error(shield("a", "b").process(row, context(calls)));
            assertThat(error.verdict()).isEqualTo(Verdict.FAILED);
            assertThat(error.reason().code()).isEqualTo(row.has("b") ? "not_text" : "missing_field");
            assertThat(error.reason().details()).containsEntry("field", "b");
        }
        assertThat(calls.sent()).isEmpty();
    }

    @Test
    void failsARowWithNothingToCheck() throws Exception {
        SafetyTransform<?> all = Transforms.shield(new TextSelection.All(Set.of()), Optional.empty());
        for (TransformResult result : List.of(
                all.process(Row.of("n", 1), context(calls)),
                all.process(Row.empty(), context(calls)),
                all.process(Row.of("a", "").with("b", ""), context(calls)),
                shield("a").process(Row.of("a", ""), context(calls)))) {
            assertThat(error(result).reason().code()).isEqualTo("no_text_to_check");
            assertThat(error(result).verdict()).isEqualTo(Verdict.FAILED);
        }
        assertThat(calls.sent()).isEmpty();
    }

    @Test
    void checksEveryTextOfTheRowWithAll() throws Exception {
        SafetyTransform<?> all = Transforms.shield(new TextSelection.All(Set.of()), Optional.empty());

        TransformResult result =
                all.process(Row.of("n", 1).with("a", "").with("b", "x").with("c", "attack"), context(calls));

        assertThat(error(result).reason().details()).containsEntry("field", "c");
        assertThat(calls.sent()).hasSize(2);
    }

    @Test
    void checksTextAtAnyDepthAndNamesItsPath() throws Exception {
        SafetyTransform<?> all = Transforms.shield(new TextSelection.All(Set.of()), Optional.empty());
        Map<Row, String> paths = Map.of(
                Row.of("meta", Map.of("note", "an attack")), "meta.note",
                Row.of("tags", List.of("fine", "an attack")), "tags[1]",
                Row.of("a.b", List.of(Map.of("c", "an attack"))), "[\"a.b\"][0].c");

        for (var path : paths.entrySet()) {
            TransformResult.Error error = error(all.process(path.getKey(), context(calls)));
            assertThat(error.verdict()).isEqualTo(Verdict.BLOCKED);
            assertThat(error.reason().details()).containsEntry("field", path.getValue());
            assertThat(error.reason().message()).contains("field '" + path.getValue() + "'");
        }
    }

    @Test
    void checksAllKeysInOneCallAfterTheValues() throws Exception {
        SafetyTransform<?> all = Transforms.shield(new TextSelection.All(Set.of()), Optional.empty());

        TransformResult.Error error = error(all.process(
                Row.of("text", "fine").with("list", List.of(Map.of("text", 1, "an attack", 2))), context(calls)));

        assertThat(error.reason().details()).containsEntry("field", "row").containsEntry("keys", true);
        assertThat(error.reason().message()).isEqualTo("a key of the row attacks the model");
        assertThat(calls.sent()).map(Call::number).containsExactly(1, 2);
        assertThat(calls.sent().getLast().request().body().asText())
                .contains("text\\n")
                .contains("list");
    }

    @Test
    void sendsNoFieldNamesThatThePipelineDeclaresAndNoNumbers() throws Exception {
        SafetyTransform<?> all = Transforms.shield(new TextSelection.All(Set.of("text", "n")), Optional.empty());

        all.process(Row.of("text", "fine").with("n", 4111111111111111L), context(calls));

        assertThat(calls.sent()).hasSize(1);
    }

    @Test
    void checksTheTextAtAPath() throws Exception {
        Row row = Row.of("meta", Map.of("note", "fine", "other", "an attack")).with("tags", List.of("fine"));

        assertThat(shield("meta.note", "tags[0]").process(row, context(calls))).isEqualTo(TransformResult.success(row));
        assertThat(calls.sent()).hasSize(2);
        assertThat(error(shield("meta").process(row, context(calls))).reason().details())
                .containsEntry("field", "meta.other");
        assertThat(error(shield("tags[1]").process(row, context(calls)))
                        .reason()
                        .code())
                .isEqualTo("missing_field");
    }

    @Test
    void failsARowWithMoreTextsThanItSendsBeforeAnyCall() throws Exception {
        Row row = Row.of("tags", Collections.nCopies(1_001, "fine"));

        TransformResult.Error error = error(shield("tags").process(row, context(calls)));

        assertThat(error.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(error.reason().code()).isEqualTo("too_many_texts");
        assertThat(calls.sent()).isEmpty();
    }

    @Test
    void failsARowWhoseReplyIsDamaged() throws Exception {
        var damaged = new FakeCalls(_ -> FakeCalls.json(200, "{\"documentsAnalysis\":[]}"));

        TransformResult.Error error = error(shield("text").process(Row.of("text", "x"), context(damaged)));

        assertThat(error.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(error.reason().code()).isEqualTo("malformed_response");
        assertThat(error.reason().details())
                .isEqualTo(Map.of("field", "text", "why", "userPromptAnalysis is missing", "retryable", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 400, 401, 404, 500})
    void failsARowWhenTheServiceRefuses(int status) throws Exception {
        var refused = new FakeCalls(_ -> FakeCalls.json(status, "{\"error\":{\"code\":\"X\",\"message\":\"no\"}}"));

        TransformResult.Error error = error(shield("text").process(Row.of("text", "x"), context(refused)));

        assertThat(error.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(error.reason().asMap())
                .containsEntry("reason", "api_error")
                .containsEntry("error_type", "http_error")
                .containsEntry("status_code", (long) status)
                .containsEntry("message", "no")
                .containsEntry("retryable", status == 500);
    }

    @Test
    void failsARowWithoutAReply() throws Exception {
        var lost = new FakeCalls(_ -> new WireReply.NotSent(WireReply.NotSentReason.DNS, "no such host", NO_TIME));

        TransformResult.Error error = error(shield("text").process(Row.of("text", "x"), context(lost)));

        assertThat(error.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(error.reason().details()).containsEntry("error_type", "network_error");
    }

    @Test
    void failsARateLimitedRow() throws Exception {
        TransformResult.Error error =
                error(shield("text").process(Row.of("text", "x"), context(new RateLimitedCalls())));

        assertThat(error.reason().code()).isEqualTo("retry_timeout");
        assertThat(error.verdict()).isEqualTo(Verdict.FAILED);
    }

    /// A service that is full until the end of every row's patience.
    private record RateLimitedCalls() implements Calls {
        @Override
        public CallResult send(Call call) {
            return new CallResult.RateLimited(Duration.ofHours(1), Duration.ofHours(1), 429, 7);
        }

        @Override
        public List<CallResult> sendAll(List<Call> sent) {
            return sent.stream().map(this::send).toList();
        }
    }

    @Test
    void countsWhatARequestCosts() throws Exception {
        SafetyTransform<?> priced = Transforms.shield(
                new TextSelection.All(Set.of()), Optional.empty(), Optional.of(new BigDecimal("0.75")));
        priced.process(Row.of("text", "x"), context(calls));
        Call call = calls.sent().getFirst();

        assertThat(call.estimate().worst()).hasValue(Usd.of(new BigDecimal("0.00075")));
        assertThat(call.reader().receipt(Replies.shield(true, false)).cost())
                .isEqualTo(call.estimate().worst());
        assertThat(call.reader().receipt(FakeCalls.json(200, "[]"))).satisfies(receipt -> {
            assertThat(receipt.disposition()).isEqualTo(Receipt.Disposition.UNREADABLE);
            assertThat(receipt.cost()).isEqualTo(call.estimate().worst());
        });
        assertThat(call.reader().receipt(FakeCalls.json(429, "{}"))).satisfies(receipt -> {
            assertThat(receipt.disposition()).isEqualTo(Receipt.Disposition.CAPACITY);
            assertThat(receipt.cost()).hasValue(Usd.ZERO);
        });
    }

    @Test
    void needsToBePrepared() {
        var unprepared = Transforms.unprepared(new PromptShieldCheck());

        assertThatThrownBy(() -> unprepared.process(Row.of("text", "x"), context(calls)))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> unprepared.process(List.of(Row.of("text", "x")), context(calls)))
                .isInstanceOf(NullPointerException.class);
    }

    private static SafetyTransform<?> shield(String... fields) throws Exception {
        return Transforms.shield(new TextSelection.Named(List.of(fields)), Optional.empty());
    }

    private static FakeContext context(Calls calls) {
        return new FakeContext(new FakeTime(), calls);
    }

    private static TransformResult.Error error(TransformResult result) {
        assertThat(result).isInstanceOf(TransformResult.Error.class);
        return (TransformResult.Error) result;
    }
}
