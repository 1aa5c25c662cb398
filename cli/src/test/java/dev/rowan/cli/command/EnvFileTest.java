package dev.rowan.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvFileTest {
    private static final String CANARY = "sk-canary-0123456789";

    @TempDir
    private Path folder;

    private Map<String, String> read(String text) throws IOException {
        return EnvFile.read(Files.writeString(folder.resolve(".env"), text));
    }

    @Test
    void readsNamesAndValues() throws IOException {
        assertThat(read("""
                        # a comment

                        PLAIN=one two # not this
                        export EXPORTED=yes
                          INDENTED = around
                        HASH=a#b
                        EQUALS=a=b==
                        SINGLE='$HOME \\n "x" # y' # but this
                        DOUBLE="tab\\t, quote \\", dollar \\$, back\\\\slash, \\x"
                        DOLLAR=$HOME
                        EMPTY=
                        EMPTY_TOO="" # nothing
                        EMPTY_THREE= # nothing
                        """))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "PLAIN", "one two",
                        "EXPORTED", "yes",
                        "INDENTED", "around",
                        "HASH", "a#b",
                        "EQUALS", "a=b==",
                        "SINGLE", "$HOME \\n \"x\" # y",
                        "DOUBLE", "tab\t, quote \", dollar $, back\\slash, \\x",
                        "DOLLAR", "$HOME"));
    }

    @Test
    void readsFilesOfWindows() throws IOException {
        assertThat(read("\uFEFFA=1\r\nB='2'\r\n")).isEqualTo(Map.of("A", "1", "B", "2"));
    }

    @Test
    void reportsEveryInvalidLineWithoutItsContent() {
        String text = "A='" + CANARY + "\n" // no closing quote
                + CANARY + "\n" // no name
                + "B=\"x\" " + CANARY + "\n" // more behind the quote
                + "1C=" + CANARY + "\n" // no name
                + "D=" + CANARY + "\nD=" + CANARY + "\n"
                + "ROWAN_LANDSCAPE=sqlite:" + CANARY + "\n";
        assertThatThrownBy(() -> read(text))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        thrown -> assertThat(thrown.problems())
                                .extracting(problem -> problem.location().line() + ":"
                                        + problem.location().column() + " " + problem.message())
                                .containsExactly(
                                        "1:3 must close the quoted value on the same line",
                                        "2:1 must be NAME=VALUE, a comment or empty",
                                        "3:6 must have only a comment after the closing quote",
                                        "4:1 must be NAME=VALUE, a comment or empty",
                                        "6:1 D is set twice",
                                        "7:1 ROWAN_LANDSCAPE cannot be set in an env file"))
                .hasMessageNotContaining(CANARY);
    }

    @Test
    void reportsWhyAFileCannotBeRead() throws IOException {
        assertThatThrownBy(() -> EnvFile.read(folder.resolve("none"))).hasMessageContaining("none does not exist");
        assertThatThrownBy(() -> EnvFile.read(folder)).hasMessageContaining("is a folder");
        Path latin = Files.write(folder.resolve("latin"), new byte[] {'A', '=', (byte) 0xE9});
        assertThatThrownBy(() -> EnvFile.read(latin)).hasMessageContaining("must be UTF-8");
    }
}
