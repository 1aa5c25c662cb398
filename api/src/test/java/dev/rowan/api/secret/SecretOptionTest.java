package dev.rowan.api.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SecretOptionTest {
    private static final Option<SecretReference> KEY = SecretOption.named("api_key");
    private static final ConfigLocation PLACE = new ConfigLocation("p.yaml", 3, 5, Optional.empty());
    private static final String CANARY = "sk-canary-42";

    private final Problems problems = new Problems();

    @Test
    void takesTheValueOfAVariable() {
        assertThat(read(PLACE.withReference("${OPENAI_API_KEY}"), CANARY))
                .contains(new SecretReference.Given(Secret.of("${OPENAI_API_KEY}", CANARY)))
                .map(SecretReference::origin)
                .contains("${OPENAI_API_KEY}");
    }

    @Test
    void takesAFileAndACommand() {
        assertThat(read(PLACE, "file:keys/openai")).contains(new SecretReference.InFile(Path.of("keys/openai")));
        assertThat(read(PLACE.withReference("file:${HOME}/key"), "file:/home/me/key"))
                .contains(new SecretReference.InFile(Path.of("/home/me/key")));
        assertThat(read(PLACE, "command:pass  show openai"))
                .contains(new SecretReference.FromCommand(List.of("pass", "show", "openai")));
    }

    @Test
    void neverRunsTheValueOfAVariable() {
        assertThat(read(PLACE.withReference("${KEY}"), "command:rm -rf /"))
                .get()
                .isInstanceOf(SecretReference.Given.class);
    }

    @Test
    void takesAValueFromCode() {
        assertThat(read(ConfigLocation.CODE, CANARY)).get().isInstanceOf(SecretReference.Given.class);
    }

    @Test
    void refusesASecretWrittenOutWithoutRepeatingIt() {
        assertThat(read(PLACE, CANARY)).isEmpty();
        assertThat(problems.list())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .startsWith(
                                "p.yaml:3:5 options.api_key: must be a reference to a secret: ${NAME}, file:PATH or")
                        .doesNotContain("canary"));
    }

    @Test
    void refusesAVariableThatHoldsNoSecretWithoutRepeatingIt() {
        assertThat(read(PLACE.withReference("${KEY}"), "canary\ncanary")).isEmpty();
        assertThat(read(ConfigLocation.CODE, "canary\ncanary")).isEmpty();
        assertThat(problems.list())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem.toString())
                        .contains("must be one line that is not blank")
                        .doesNotContain("canary"));
    }

    @Test
    void aShortValueIsNoSecretAndMayStandInTheFile() {
        assertThat(read(PLACE, "EMPTY")).hasValueSatisfying(found -> {
            var secret = ((SecretReference.Given) found).secret();
            assertThat(secret.inClear()).isEqualTo("EMPTY");
            assertThat(secret.isHidden()).isFalse();
        });
        assertThat(read(PLACE.withReference("${KEY}"), "ollama")).isPresent();
        assertThat(read(PLACE, " ")).isEmpty();
    }

    @Test
    void refusesWhatIsNoReference() {
        assertThat(read(PLACE, "file: ")).isEmpty();
        assertThat(read(PLACE, "command:")).isEmpty();
        assertThat(read(PLACE, 12L)).isEmpty();
        assertThat(problems.list()).hasSize(3);
    }

    private Optional<SecretReference> read(ConfigLocation place, Object value) {
        var scalar = new ConfigNode.Scalar(place, "options.api_key", value);
        var node = new ConfigNode.Mapping(PLACE, "options", Map.of("api_key", new ConfigNode.Entry(PLACE, scalar)));
        return Section.check(node, Options.of(KEY), Path.of("."), problems).map(section -> section.get(KEY));
    }
}
