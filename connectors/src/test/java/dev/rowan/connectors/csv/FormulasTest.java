package dev.rowan.connectors.csv;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormulasTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+1+1",
                "-1+1",
                "@SUM(A1)",
                "\t=1",
                "\r=1",
                "\n=1",
                "-",
                "+",
                "-.",
                "+49 30 123",
                "-1e",
                "-e5",
                "--1",
                "-1e+",
                "-1.2.3",
                "\uFF1D1+1",
                "-0x10",
                "-1,5",
                "-Infinity"
            })
    void putsAnApostropheBeforeWhatMayRun(String cell) {
        assertThat(Formulas.neutralised(cell)).isEqualTo("'" + cell);
        assertThat(Formulas.originalName(Formulas.neutralisedName(cell))).isEqualTo(cell);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "-12.5", "+3e4", "-.5", "+0.5E-10", "-1.", "a=b", "1-1", "'=1", "'", " =1", "é"})
    void leavesTheRestAlone(String cell) {
        assertThat(Formulas.neutralised(cell)).isEqualTo(cell);
        assertThat(Formulas.originalName(Formulas.neutralisedName(cell))).isEqualTo(cell);
    }

    @ParameterizedTest
    @ValueSource(strings = {"=a", "'=a", "''=a", "'''@", "'-1", "''", "'a"})
    void restoresNeutralisedColumnNames(String name) {
        assertThat(Formulas.originalName(Formulas.neutralisedName(name))).isEqualTo(name);
    }
}
