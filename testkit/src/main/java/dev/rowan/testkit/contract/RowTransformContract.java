package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.schema.RowFields;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.FakeTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The contract of every [dev.rowan.api.plugin.RowTransform]. A transform that calls a service supplies it by
/// [#setup] and [#calls].
public abstract class RowTransformContract extends PluginContract<TransformPlugin> {

    /// A row that passes with these options.
    protected abstract Row passing();

    /// The setup passed to the transform before its first row.
    protected PluginSetup setup() {
        return FakeSetup.of(Map.of());
    }

    /// The calls to the service; by default every call is refused.
    protected FakeCalls calls() {
        return new FakeCalls();
    }

    @Override
    protected final Class<TransformPlugin> service() {
        return TransformPlugin.class;
    }

    @Test
    void passesARowTheSameEachTime() {
        TransformResult first = process(options(), passing());

        assertThat(first)
                .isInstanceOf(
                        plugin().capabilities().contains(Capability.CREATES_TOKENS)
                                ? TransformResult.SuccessMulti.class
                                : TransformResult.Success.class);
        assertThat(process(options(), passing())).isEqualTo(first);
    }

    @Test
    void callsAServiceOnlyIfItSaysSo() {
        FakeCalls calls = calls();
        process(options(), passing(), calls);

        assertThat(calls.sent().isEmpty()).isNotEqualTo(plugin().capabilities().contains(Capability.CALLS_OUT));
    }

    @Test
    void itsCallsAreSafeToRepeatOnlyIfItSaysSo() {
        FakeCalls calls = calls();
        process(options(), passing(), calls);

        assertThat(calls.sent())
                .allSatisfy(call -> assertThat(call.repeatable())
                        .isEqualTo(plugin().capabilities().contains(Capability.SAFE_TO_REPEAT)));
    }

    protected final TransformResult process(Map<String, Object> options, Row row) {
        return process(options, row, calls());
    }

    protected final TransformResult process(Map<String, Object> options, Row row, Calls calls) {
        var problems = new Problems();
        Section section = Section.check(ConfigNode.of(options), plugin().options(), folder, problems)
                .orElse(null);
        problems.throwIfAny();
        var transform = (RowTransform) plugin().configure(Objects.requireNonNull(section));
        problems.throwIfAny();
        try (transform) {
            transform.prepare(setup());
            transform.open();
            TransformResult result = transform.process(row, new FakeContext(new FakeTime(), calls));
            assertFields(transform.outputFields(new RowFields(row.names().list(), true)), result);
            return result;
        } catch (Exception e) {
            throw new AssertionError("a transform throws nothing here", e);
        }
    }

    /// A transform that declares its output fields returns no others.
    private static void assertFields(RowFields declared, TransformResult result) {
        List<Row> rows = switch (result) {
            case TransformResult.Success(var row) -> List.of(row);
            case TransformResult.SuccessMulti(var several) -> several;
            case TransformResult.Error _ -> List.of();
        };
        if (declared.complete()) {
            assertThat(rows)
                    .allSatisfy(row ->
                            assertThat(declared.names()).containsAll(row.names().list()));
        }
    }

    /// The problems of `options`, including those of the plugin's own checks.
    protected final List<Problem> problems(Map<String, Object> options) {
        var problems = new Problems();
        Section.check(ConfigNode.of(options), plugin().options(), folder, problems)
                .ifPresent(plugin()::configure);
        return problems.list();
    }
}
