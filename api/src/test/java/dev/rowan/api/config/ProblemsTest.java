package dev.rowan.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProblemsTest {

    private static Problem problem(int line, int column, String message) {
        return new Problem(
                "config.value",
                new ConfigLocation("p.yaml", line, column, Optional.empty()),
                "a.b",
                message,
                Optional.empty());
    }

    @Test
    void areListedInTheOrderOfTheFile() {
        var problems = new Problems();
        problems.add(problem(7, 1, "c"));
        problems.add(problem(2, 9, "b"));
        problems.add(problem(2, 1, "a"));
        assertThat(problems.list()).extracting(Problem::message).containsExactly("a", "b", "c");
    }

    @Test
    void areListedOnceEach() {
        var problems = new Problems();
        problems.add(problem(1, 1, "a"));
        problems.add(problem(1, 1, "b"));
        problems.add(problem(1, 1, "a"));
        assertThat(problems.list()).extracting(Problem::message).containsExactly("a", "b");
    }

    @Test
    void areThrownTogether() {
        var problems = new Problems();
        assertThatCode(problems::throwIfAny).doesNotThrowAnyException();
        problems.add(problem(2, 1, "must be x"));
        problems.add("config.rule", ConfigNode.of("z"), "must be y", Optional.of("try z"));
        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOfSatisfying(
                        ConfigException.class, e -> assertThat(e.problems()).hasSize(2))
                .hasMessage("code must be y; try z\np.yaml:2:1 a.b: must be x");
    }

    @Test
    void showWhatATerminalWouldActUpon() {
        var problem = problem(1, 1, "got '\u001b[31mred\n\u202Edne'");
        assertThat(problem).hasToString("p.yaml:1:1 a.b: got '\\u001b[31mred\\u000a\\u202edne'");
    }

    @Test
    void leaveOrdinaryTextAlone() {
        assertThat(Quoted.visible("Grüße, 世界 😀")).isEqualTo("Grüße, 世界 😀");
    }
}
