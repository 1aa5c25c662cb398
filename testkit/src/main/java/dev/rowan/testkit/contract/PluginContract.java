package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Plugin;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The contract of every plugin: it is found, describes itself, and rejects unknown keys.
public abstract class PluginContract<P extends Plugin> {
    @TempDir
    protected Path folder;

    protected abstract P plugin();

    /// The service interface for `ServiceLoader`.
    protected abstract Class<? super P> service();

    /// Valid options.
    protected abstract Map<String, Object> options();

    @Test
    void isFoundByItsName() {
        assertThat(ServiceLoader.load(service()))
                .anySatisfy(found -> assertThat(found).isInstanceOf(plugin().getClass()));
    }

    @Test
    void saysWhatItIs() {
        assertThat(plugin().name()).matches("[a-z][a-z0-9_]*");
        assertThat(plugin().version()).isNotBlank();
        assertThat(plugin().description()).endsWith(".");
        assertThat(plugin().options().list())
                .allSatisfy(
                        option -> assertThat(option.description()).isNotBlank().doesNotEndWith("."));
    }

    @Test
    void refusesAKeyThatItDoesNotKnow() {
        var problems = new Problems();
        var options = new LinkedHashMap<>(options());
        options.put("no_such_key", 1);

        assertThat(Section.check(ConfigNode.of(options), plugin().options(), folder, problems))
                .isEmpty();
        assertThat(problems.list())
                .singleElement()
                .satisfies(problem -> assertThat(problem.code()).isEqualTo("config.unknown_key"));
    }

    /// The section of `options`, which must be valid.
    protected final Section section(Map<String, Object> options) {
        var problems = new Problems();
        Section section = Section.check(ConfigNode.of(options), plugin().options(), folder, problems)
                .orElse(null);
        assertThat(problems.list()).isEmpty();
        return Objects.requireNonNull(section);
    }
}
