package dev.rowan.web.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HtmlTest {

    @Test
    void showsWhatWouldHideOrReorderText() {
        assertThat(Html.text("a\u202eb\u0000c\u2066d\ufeffe\ud800f").write())
                .isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf");
        assertThat(Html.text("\ud83d\ude00 \u00e9\n\t").write()).isEqualTo("\ud83d\ude00 \u00e9\n\t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"onclick", "ONERROR", "onx", "style", "Style", "srcdoc", "a b", "a=", "a>", "", "x\"", "\u00e9"})
    void rejectsAttributesWithCode(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> Tags.attr(name, "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"script", "STYLE", "iframe", "object", "embed", "base", "a b", "x><y", ""})
    void rejectsElementsWithCode(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> Html.element(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JAVASCRIPT:x",
                "http://evil.example",
                "//evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "/\t/evil.example",
                "/\n/evil.example",
                "\t//evil.example",
                " //evil.example",
                "data:text/html,x",
                "relative",
                "../up",
                ""
            })
    void rejectsForeignAddresses(String address) {
        for (String name :
                new String[] {"href", "src", "action", "formaction", "xlink:href", "data-live", "data-api"}) {
            assertThatIllegalArgumentException().as(name).isThrownBy(() -> Tags.attr(name, address));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/runs/a?b=c&d=//x", "#x", "?q=javascript:x"})
    void acceptsItsOwnAddresses(String address) {
        assertThatNoException().isThrownBy(() -> Tags.href(address));
    }

    @Test
    void allowsOnlyItsOwnScripts() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Html.Script("/api/x"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Html.Script("https://evil.example/assets/x.js"));
    }
}
