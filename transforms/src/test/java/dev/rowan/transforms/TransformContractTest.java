package dev.rowan.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.TransformPlugin;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/// What holds for every transform that answers one row at a time and depends on nothing else.
public abstract class TransformContractTest {

    protected abstract TransformPlugin plugin();

    /// Options that can be used as they stand.
    protected abstract Map<String, Object> options();

    /// A row that passes with these options.
    protected abstract Row passing();

    @Test
    void isFoundByItsName() {
        assertThat(ServiceLoader.load(TransformPlugin.class))
                .anySatisfy(found -> assertThat(found).isInstanceOf(plugin().getClass()));
    }

    @Test
    void saysWhatItIs() {
        assertThat(plugin().name()).matches("[a-z][a-z0-9_]*");
        assertThat(plugin().version()).isEqualTo("1.0");
        assertThat(plugin().description()).endsWith(".");
        assertThat(plugin().options().list())
                .allSatisfy(option -> assertThat(option.description()).endsWith("."));
    }

    @Test
    void refusesAKeyThatItDoesNotKnow() {
        var options = new HashMap<>(options());
        options.put("no_such_key", 1);

        assertThat(problems(options))
                .singleElement()
                .satisfies(problem -> assertThat(problem.code()).isEqualTo("config.unknown_key"));
    }

    @Test
    void passesARowTheSameEachTime() {
        TransformResult first = process(options(), passing());

        assertThat(first).isInstanceOf(TransformResult.Success.class);
        assertThat(process(options(), passing())).isEqualTo(first);
    }

    protected final TransformResult process(Map<String, Object> options, Row row) {
        var problems = new Problems();
        Section section = Section.check(ConfigNode.of(options), plugin().options(), Path.of(""), problems)
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
        Section.check(ConfigNode.of(options), plugin().options(), Path.of(""), problems)
                .ifPresent(plugin()::configure);
        return problems.list();
    }
}
