package dev.rowan.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.plugin.BatchTransform;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.OutputPort;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.plan.PlannedRow.End;
import dev.rowan.engine.plan.PlannedRow.Part;
import dev.rowan.engine.plan.PlannedRow.Step;
import dev.rowan.engine.transform.TransformDefect;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PipelinePlannerTest {
    private static final Row ROW = Row.of("text", "hello").with("id", 7);
    private static final RowTransform UPPER = (row, _) ->
            TransformResult.success(row.with("text", row.text("text").orElse("").toUpperCase(java.util.Locale.ROOT)));

    private static List<String> bodies(Step step) {
        return step instanceof Step.Sends(var _, var calls)
                ? calls.stream().map(call -> call.request().body().asText()).toList()
                : List.of();
    }

    @Test
    void runsLocalTransformsAndPlansTheCallsOfOthers() throws Exception {
        Part part = new Planning()
                .rows(ROW)
                .local("upper", UPPER)
                .calling("ask", Asking.about("text"))
                .only();
        assertThat(part.steps())
                .singleElement()
                .satisfies(step -> assertThat(bodies(step)).containsExactly("HELLO"));
        assertThat(part.end()).isEqualTo(new End.Arrives("output"));
    }

    @Test
    void endsTheRowWhereARunWould() throws Exception {
        Reason reason = Reason.of("blocked_content", "no");
        Part part = new Planning()
                .rows(ROW)
                .calling("first", Asking.about("text"))
                .local("filter", (_, _) -> TransformResult.blocked(reason))
                .calling("second", Asking.about("text"))
                .only();
        assertThat(part.steps()).extracting(step -> step.node().name()).containsExactly("first");
        assertThat(part.end()).isEqualTo(new End.Stops("filter", reason, Outcome.BLOCKED, Optional.empty()));
    }

    @Test
    void endsARowThatACallingNodeWouldEndBeforeAnyCall() throws Exception {
        assertThat(new Planning()
                        .rows(ROW)
                        .calling("ask", Asking.about("other"))
                        .only()
                        .end())
                .isInstanceOfSatisfying(End.Stops.class, stop -> {
                    assertThat(stop.reason().code()).isEqualTo("missing_field");
                    assertThat(stop.outcome()).isEqualTo(Outcome.FAILED);
                });
        Map<String, ?> strict =
                Map.of("schema", Map.of("mode", "strict", "fields", List.of("text: int")), "on_error", "discard");
        assertThat(new Planning()
                        .rows(ROW)
                        .calling("ask", Asking.about("text"), strict)
                        .only()
                        .end())
                .isInstanceOfSatisfying(End.Stops.class, stop -> {
                    assertThat(stop.reason().code()).isEqualTo("schema_violation");
                    assertThat(stop.outcome()).isEqualTo(Outcome.DISCARDED);
                });
    }

    @Test
    void tellsWhatDependsOnAnAnswerFromWhatDoesNot() throws Exception {
        Part part = new Planning()
                .rows(ROW)
                .calling("mood", Asking.about("text").adding("mood"))
                .calling("again", Asking.about("text"))
                .calling("reply", Asking.about("mood").adding("reply"))
                .local(
                        "shorten",
                        (row, _) -> row.has("reply")
                                ? TransformResult.success(row.with(
                                        "short", row.text("reply").orElse("").substring(0, 1)))
                                : TransformResult.error(Reason.of("missing_field", "reply")))
                .calling("check", Asking.about("short"))
                .calling("last", Asking.about("id"))
                .only();
        assertThat(part.steps())
                .satisfiesExactly(
                        mood -> assertThat(bodies(mood)).containsExactly("hello"),
                        again -> assertThat(bodies(again)).containsExactly("hello"),
                        reply -> assertThat(reply).isInstanceOfSatisfying(Step.Unknown.class, step -> {
                            assertThat(step.before()).isEqualTo("mood");
                            assertThat(step.guess()).hasSize(1);
                        }),
                        check -> assertThat(check)
                                .isInstanceOfSatisfying(
                                        Step.Unknown.class,
                                        step -> assertThat(step.before()).isEqualTo("reply")),
                        last -> assertThat(bodies(last)).containsExactly("7"));
        assertThat(part.end()).isEqualTo(new End.Arrives("output"));
    }

    @Test
    void doesNotEndARowForWhatAGuessLacks() throws Exception {
        RowTransform numbers = (row, _) ->
                row.text("mood").filter(mood -> mood.matches("[0-9]+")).isPresent()
                        ? TransformResult.success(row)
                        : TransformResult.error(
                                Reason.of("not_a_number", "mood").with("value", row.get("mood")));
        Part part = new Planning()
                .rows(ROW)
                .calling("mood", Asking.about("text").adding("mood"))
                .local("numbers", numbers)
                .calling("last", Asking.about("id"))
                .only();
        assertThat(part.steps()).hasSize(1);
        assertThat(part.end()).isEqualTo(new End.Unknown("mood"));
    }

    @Test
    void goesNoFurtherThanATransformThatGathersRows() throws Exception {
        BatchTransform gathering = new BatchTransform() {
            @Override
            public void connectOutput(OutputPort output, int maxPending) {}

            @Override
            public void accept(Row row, PluginContext context) {
                throw new AssertionError("a plan gathers nothing");
            }
        };
        Part part = new Planning()
                .rows(ROW)
                .calling("gather", gathering)
                .calling("last", Asking.about("id"))
                .only();
        assertThat(part.steps()).singleElement().isInstanceOf(Step.Untold.class);
        assertThat(part.end()).isEqualTo(new End.Unknown("gather"));
    }

    @Test
    void followsEveryPartOfARow() throws Exception {
        PlannedRow row = new Planning()
                .rows(ROW)
                .calling("before", Asking.about("text"))
                .local(
                        "split",
                        (given, _) -> TransformResult.successMulti(List.of(
                                given.with("text", "a"), given.with("text", "b"), given.without(Set.of("text")))))
                .calling("after", Asking.about("text"))
                .first();
        assertThat(row.parts()).extracting(Part::number).containsExactly(0, 1, 2);
        assertThat(row.parts().getFirst().steps())
                .extracting(PipelinePlannerTest::bodies)
                .containsExactly(List.of("hello"), List.of("a"));
        assertThat(row.parts().get(1).steps())
                .extracting(PipelinePlannerTest::bodies)
                .containsExactly(List.of("b"));
        assertThat(row.parts().get(2).end()).isInstanceOf(End.Stops.class);
    }

    @Test
    void countsUnreadableRecordsAndRowsWithoutAny() throws Exception {
        var unreadable = new Planning()
                .source(ListSource.of(List.of(ListSource.unreadable(1))))
                .only();
        assertThat(unreadable.end())
                .isInstanceOfSatisfying(
                        End.Stops.class, stop -> assertThat(stop.outcome()).isEqualTo(Outcome.QUARANTINED));
        var none = new Planning()
                .rows(ROW)
                .local("drop", (_, _) -> TransformResult.successMulti(List.of()))
                .only();
        assertThat(none.end())
                .isInstanceOfSatisfying(
                        End.Stops.class, stop -> assertThat(stop.outcome()).isEqualTo(Outcome.DISCARDED));
    }

    @Test
    void needsNoKeyAndSaysWhichOneARunWouldMiss() throws Exception {
        var planning =
                new Planning().rows(ROW).calling("ask", Asking.about("text")).withoutKey();
        try (PipelinePlanner planner = planning.open(planning.assemble())) {
            assertThat(planner.missing()).containsExactly("environment variable SERVICE_KEY is not set");
            assertThat(planner.plan(planner.read().orElseThrow()).parts()).hasSize(1);
        }
    }

    @Test
    void takesTheKeyOutOfWhatIsShown() throws Exception {
        var planning =
                new Planning().rows(Row.of("text", "x " + Planning.SECRET)).calling("ask", Asking.about("text"));
        try (PipelinePlanner planner = planning.open(planning.assemble())) {
            assertThat(planner.missing()).isEmpty();
            Part part = planner.plan(planner.read().orElseThrow()).parts().getFirst();
            assertThat(part.steps().getFirst()).isInstanceOfSatisfying(Step.Sends.class, step -> {
                byte[] message =
                        HttpMessage.of(step.calls().getFirst().request()).bytes();
                assertThat(new String(planner.redaction().bytes(message), java.nio.charset.StandardCharsets.UTF_8))
                        .contains("Authorization: [secret]", "x [secret]")
                        .doesNotContain(Planning.SECRET);
            });
        }
    }

    @Test
    void carriesADefectToTheCaller() {
        RowTransform broken = (_, _) -> {
            throw new IllegalStateException("a wheel came off");
        };
        assertThatThrownBy(
                        () -> new Planning().rows(ROW).local("broken", broken).first())
                .isInstanceOf(TransformDefect.class)
                .hasMessageContaining("'broken' failed at row 1");
        RowTransform several = (row, _) -> TransformResult.successMulti(List.of(row, row));
        assertThatThrownBy(() -> new Planning()
                        .rows(ROW)
                        .add("several", several, Map.of(), Set.<Capability>of())
                        .first())
                .hasMessageContaining("does not declare");
    }

    @Test
    void givesTheSourceWhatARunGivesIt() {
        Source locked = new SourceWithoutSize(ListSource.counting(1)) {
            @Override
            public void prepare(PluginSetup setup) throws IOException, InterruptedException {
                assertThat(setup.wire()).isNotNull();
                setup.secret(new SecretReference.Environment(Asking.KEY));
            }
        };
        var planning = new Planning().source(locked).withoutKey();
        assertThatThrownBy(() -> planning.open(planning.assemble()))
                .isInstanceOf(PluginException.class)
                .hasMessage("source: environment variable SERVICE_KEY is not set");
    }
}
