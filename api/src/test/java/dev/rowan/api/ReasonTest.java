package dev.rowan.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReasonTest {

    @Test
    void isAValueOfCodeMessageAndDetails() {
        Reason reason = Reason.of("too_long", "must be shorter").with("length", 12);

        assertThat(reason.asMap())
                .containsExactly(
                        Map.entry("reason", "too_long"),
                        Map.entry("message", "must be shorter"),
                        Map.entry("length", 12L));
    }

    @Test
    void aDetailDoesNotReplaceCodeOrMessage() {
        Reason reason =
                Reason.of("api_error", "refused").with("message", "other").with("reason", "other");

        assertThat(reason.asMap()).containsEntry("reason", "api_error").containsEntry("message", "refused");
    }

    @Test
    void keepsItsOwnCopyOfTheDetails() {
        var details = new LinkedHashMap<String, Object>(Map.of("field", "text"));
        var reason = new Reason("code", "message", details, false);

        details.put("field", "changed");

        assertThat(reason.details()).containsEntry("field", "text");
        assertThat(reason.asRetryable().retryable()).isTrue();
        assertThat(reason.asRetryable().details()).isEqualTo(reason.details());
    }

    @Test
    void needsACode() {
        assertThatThrownBy(() -> Reason.of(" ", "message")).hasMessage("a reason needs a code");
    }
}
