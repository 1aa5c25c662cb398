package dev.rowan.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SectionTest {
    private static final Option<String> PATH = Option.text("path").describedAs("the file to read");
    private static final Option<Long> POOL_SIZE = Option.integer("pool_size", 1).orElse(4L);
    private static final Option<String> ID = Option.text("id").optional();
    private static final Option<Long> MIN = Option.integer("min", 0).orElse(0L);
    private static final Option<ConfigNode> LIMITS =
            Option.nested("limits", Options.of(MIN)).optional();
    private static final Options OPTIONS = Options.of(PATH, POOL_SIZE, ID, LIMITS);

    private final Problems problems = new Problems();

    private Optional<Section> check(Map<String, ?> settings) {
        return Section.check(ConfigNode.of(settings), OPTIONS, Path.of("folder"), problems);
    }

    private Section good(Map<String, ?> settings) {
        Optional<Section> section = check(settings);
        assertThat(problems.list()).isEmpty();
        return section.orElseThrow();
    }

    private List<String> messages() {
        return problems.list().stream().map(Problem::toString).toList();
    }

    @Test
    void reportsWhyAKeyIsNotAllowed() {
        var problems = new Problems();
        Options options = Options.of(Option.text("path").optional()).rejecting("delivery", "calls are safe to repeat");

        assertThat(Section.check(ConfigNode.of(Map.of("delivery", 1)), options, Path.of(""), problems))
                .isEmpty();

        assertThat(problems.list()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("config.refused_key");
            assertThat(problem.message()).isEqualTo("'delivery' is not allowed here");
            assertThat(problem.hint()).contains("calls are safe to repeat");
        });
    }

    @Test
    void givesValuesAndDefaults() {
        Section section = good(Map.of("path", "a.csv"));
        assertThat(section.get(PATH)).isEqualTo("a.csv");
        assertThat(section.get(POOL_SIZE)).isEqualTo(4);
        assertThat(section.find(POOL_SIZE)).contains(4L);
        assertThat(section.find(ID)).isEmpty();
        assertThat(section.section(LIMITS)).isEmpty();
        assertThat(section.base()).isEqualTo(Path.of("folder"));
        assertThat(section.node().found()).isEqualTo("a mapping");
    }

    @Test
    void refusesToGiveWhatMayBeAbsent() {
        Section section = good(Map.of("path", "a.csv"));
        assertThatThrownBy(() -> section.get(ID)).hasMessage("option 'id' may be absent; use find");
    }

    @Test
    void takesRelativePathsFromTheFolderOfTheFile() {
        assertThat(good(Map.of("path", "in/../a.csv")).path(PATH)).isEqualTo(Path.of("folder", "a.csv"));
        assertThat(good(Map.of("path", "/data/a.csv")).path(PATH)).isEqualTo(Path.of("/data/a.csv"));
        assertThat(good(Map.of("path", "..")).path(PATH)).isEqualTo(Path.of("."));
    }

    @Test
    void reportsAPathThatTheSystemCannotHold() {
        good(Map.of("path", "a\0b")).path(PATH);
        assertThat(messages()).containsExactly("code path: must be a valid path: Nul character not allowed");
    }

    @Test
    void reportsEverythingAtOnce() {
        var settings = new LinkedHashMap<String, Object>();
        settings.put("pool_sise", 3);
        settings.put("pool_size", 0);
        settings.put("limits", Map.of("min", -1, "zzz", 1));
        settings.put("zzz", 1);
        assertThat(check(settings)).isEmpty();
        assertThat(messages())
                .containsExactlyInAnyOrder(
                        "code unknown key 'pool_sise'; did you mean 'pool_size'?",
                        "code pool_size: must be at least 1, got 0",
                        "code limits.min: must be at least 0, got -1",
                        "code limits: unknown key 'zzz'; known keys: min",
                        "code unknown key 'zzz'; known keys: path, pool_size, id, limits",
                        "code needs 'path'; the file to read");
    }

    @Test
    void givesNoSectionForWhatIsNoMapping() {
        assertThat(Section.check(ConfigNode.of(5), OPTIONS, Path.of(""), problems))
                .isEmpty();
        assertThat(messages()).containsExactly("code must be a mapping, got 5");
    }

    @Test
    void reportsThatASectionHasNoKeys() {
        Section.check(ConfigNode.of(Map.of("a", 1)), Options.of(), Path.of(""), problems);
        assertThat(messages()).containsExactly("code unknown key 'a'; no keys are known here");
    }

    @Test
    void readsANestedSection() {
        Section limits = good(Map.of("path", "a", "limits", Map.of("min", 3)))
                .section(LIMITS)
                .orElseThrow();
        assertThat(limits.get(MIN)).isEqualTo(3);
    }

    @Test
    void readsANestedSectionFromItsDefault() {
        var withDefault = Option.nested("limits", Options.of(MIN)).orElse(ConfigNode.of(Map.of("min", 7)));
        Section section = Section.check(ConfigNode.of(Map.of()), Options.of(withDefault), Path.of(""), problems)
                .orElseThrow();
        assertThat(section.section(withDefault).orElseThrow().get(MIN)).isEqualTo(7);
    }

    @Test
    void makesSettingsFromANestedSection() {
        var minimum = Option.nested("limits", Options.of(MIN), limits -> limits.get(MIN));
        ConfigNode settings = ConfigNode.of(Map.of("limits", Map.of("min", 5)));
        Section section = Section.check(settings, Options.of(minimum), Path.of(""), problems)
                .orElseThrow();
        assertThat(section.get(minimum)).isEqualTo(5);
    }

    @Test
    void refusesToGiveASectionForAnotherKindOfOption() {
        Option<ConfigNode> free = Option.free("id", "", Map.of(), Option.Reading.Value::new);
        Section section = good(Map.of("path", "a"));
        assertThatThrownBy(() -> section.section(free)).hasMessage("option 'id' is not a section");
    }

    @Test
    void reportsARuleThatSpansKeysAtTheKeyOrElseTheSection() {
        Section section = good(Map.of("path", "a"));
        section.problem(PATH, "must not be 'a'");
        section.problem(ID, "must be there too");
        assertThat(messages()).containsExactly("code path: must not be 'a'", "code must be there too");
    }

    @Test
    void addsNothingToWhatIsReportedAlready() {
        var place = new ConfigLocation("p.yaml", 1, 1, Optional.empty());
        var broken = new ConfigNode.Entry(place, new ConfigNode.Broken(place, "path"));
        var root = new ConfigNode.Mapping(place, "", Map.of("path", broken));
        assertThat(Section.check(root, OPTIONS, Path.of(""), problems)).isEmpty();
        assertThat(Section.check(broken.value(), OPTIONS, Path.of(""), problems))
                .isEmpty();
        assertThat(messages()).isEmpty();
    }

    @Test
    void findsTheOtherProblemsOfASectionWithABrokenValue() {
        var place = new ConfigLocation("p.yaml", 1, 1, Optional.empty());
        var limits = new ConfigNode.Mapping(
                place,
                "limits",
                Map.of(
                        "min", new ConfigNode.Entry(place, new ConfigNode.Broken(place, "limits.min")),
                        "mix", new ConfigNode.Entry(place, ConfigNode.of(1))));
        var root = new ConfigNode.Mapping(place, "", Map.of("limits", new ConfigNode.Entry(place, limits)));
        assertThat(Section.check(root, OPTIONS, Path.of(""), problems)).isEmpty();
        assertThat(messages())
                .containsExactly(
                        "p.yaml:1:1 limits: unknown key 'mix'; did you mean 'min'?",
                        "p.yaml:1:1 needs 'path'; the file to read");
    }
}
