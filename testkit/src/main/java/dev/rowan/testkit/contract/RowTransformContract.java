package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.FakeContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What holds for every transform that answers one row at a time and depends on nothing else.
public abstract class RowTransformContract extends PluginContract<TransformPlugin> {

    /// A row that passes with these options.
    protected abstract Row passing();

    @Override
    protected final Class<TransformPlugin> service() {
        return TransformPlugin.class;
    }

    @Test
    void passesARowTheSameEachTime() {
        TransformResult first = process(options(), passing());

        assertThat(first).isInstanceOf(TransformResult.Success.class);
        assertThat(process(options(), passing())).isEqualTo(first);
    }

    protected final TransformResult process(Map<String, Object> options, Row row) {
        var problems = new Problems();
        Section section = Section.check(ConfigNode.of(options), plugin().options(), folder, problems)
                .orElse(null);
        problems.throwIfAny();
        var transform = (RowTransform) plugin().configure(Objects.requireNonNull(section));
        problems.throwIfAny();
        try (transform) {
            transform.open();
            return transform.process(row, new FakeContext());
        } catch (Exception e) {
            throw new AssertionError("a transform throws nothing here", e);
        }
    }

    /// The problems of `options`, those of the plugin's own rules included.
    protected final List<Problem> problems(Map<String, Object> options) {
        var problems = new Problems();
        Section.check(ConfigNode.of(options), plugin().options(), folder, problems)
                .ifPresent(plugin()::configure);
        return problems.list();
    }
}
