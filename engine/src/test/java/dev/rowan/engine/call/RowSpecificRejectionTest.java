package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Error replies in the services' formats.
class RowSpecificRejectionTest {
    private static final Pattern MESSAGE = Pattern.compile("\"message\": ?\"((?:[^\"\\\\]|\\\\.)*)\"");

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"error": {"message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                'max_completion_tokens' instead.", "type": "invalid_request_error", "param": "max_tokens", \
                "code": "unsupported_parameter"}}""",
                """
                {"error": {"message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                'max_completion_tokens' instead.", "type": "invalid_request_error", "param": "max_tokens", \
                "code": null}}""",
                """
                {"type": "error", "error": {"type": "invalid_request_error", "message": "max_tokens: 100000 > 8192, \
                which is the maximum allowed number of output tokens for claude-3-5-sonnet-20241022"}}""",
                """
                {"error": {"message": "max_tokens is too large: 32000. This model supports at most 16384 completion \
                tokens, whereas you provided 32000.", "type": "invalid_request_error", "param": "max_tokens", \
                "code": "invalid_value"}}""",
                """
                {"object": "error", "message": "'max_tokens' or 'max_completion_tokens' is too large: 5000. This \
                model's maximum context length is 4096 tokens and your request has 20 input tokens \
                (5000 > 4096 - 20).", "type": "BadRequestError", "param": null, "code": 400}""",
                """
                {"error": {"message": "The model 'omni-moderation-x' does not exist or you do not have access to \
                it.", "type": "invalid_request_error", "param": null, "code": "model_not_found"}}""",
                """
                {"error": {"code": 400, "message": "Invalid value at 'safety_settings[0].category' \
                (type.googleapis.com/google.ai.generativelanguage.v1beta.HarmCategory), \\"HARM\\"", \
                "status": "INVALID_ARGUMENT"}}""",
                """
                {"error": {"message": "Unsupported value: 'temperature' does not support 0 with this model.", \
                "type": "invalid_request_error", "param": "temperature", "code": "unsupported_value"}}""",
                """
                {"detail": "The moderation model is not available for flagged accounts"}""",
            })
    void isNotTheCauseOfAMistakeInTheRequest(String body) {
        assertThat(rejection(400, body)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"error": {"message": "This model's maximum context length is 8192 tokens. However, your messages \
                resulted in 9001 tokens. Please reduce the length of the messages.", \
                "type": "invalid_request_error", "param": "messages", "code": "context_length_exceeded"}}""",
                """
                {"type": "error", "error": {"type": "invalid_request_error", \
                "message": "prompt is too long: 210000 tokens > 200000 maximum"}}""",
                """
                {"type": "error", "error": {"type": "invalid_request_error", "message": "input length and \
                `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` \
                and try again"}}""",
                """
                {"error": {"code": 400, "message": "The input token count (1200000) exceeds the maximum number of \
                tokens allowed (1048576).", "status": "INVALID_ARGUMENT"}}""",
                """
                {"error": {"message": "The response was filtered due to the prompt triggering Azure OpenAI's content \
                management policy.", "type": null, "param": "prompt", "code": "content_filter", "status": 400, \
                "innererror": {"code": "ResponsibleAIPolicyViolation"}}}""",
                """
                {"error": {"message": "Invalid 'messages[0].content': string too long. Expected a string with maximum \
                length 1048576, but got a string with length 1100000 instead.", "type": "invalid_request_error", \
                "param": "messages[0].content", "code": "string_above_max_length"}}""",
                """
                {"error": {"message": "Invalid prompt: your prompt was flagged as potentially violating our usage \
                policy.", "type": "invalid_request_error", "param": null, "code": "invalid_prompt"}}""",
                """
                {"object": "error", "message": "Prompt contains 65673 tokens and 0 draft tokens, too large for model \
                with 32768 maximum context length", "type": "invalid_request_prompt", "code": "3051"}""",
                "Input is too long for requested model.",
            })
    void isTheCauseWhenItsTextIsFilteredOrTooLong(String body) {
        assertThat(rejection(400, body)).isEmpty();
    }

    @Test
    void theErrorIsNamedByItsCodeBeforeItsStatusAndItsType() {
        assertThat(error("{\"error\": {\"type\": \"invalid_request_error\", \"code\": \"model_gone\"}}"))
                .isEqualTo("model_gone");
        assertThat(error("{\"type\": \"problem\", \"status\": \"NOT_FOUND\", \"code\": 404}"))
                .isEqualTo("NOT_FOUND");
        assertThat(error("{\"type\": \"error\", \"error\": {\"type\": \"not_found_error\", \"code\": null}}"))
                .isEqualTo("not_found_error");
        assertThat(error("{\"message\": \"no model 'a' in 17 regions\"}")).isEqualTo("no model _ in _ regions");
    }

    private static String error(String body) {
        return rejection(404, body).orElseThrow().key().error();
    }

    private static Optional<CommonRejection> rejection(int status, String body) {
        var timings = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);
        var reply = new WireReply.Complete(status, Headers.none(), Payload.utf8(body), Optional.empty(), timings);
        Matcher found = MESSAGE.matcher(body);
        String message = found.find() ? found.group(1) : "status " + status;
        var receipt = Receipt.refused(Receipt.Disposition.INVALID, Optional.empty(), Optional.empty(), message);
        return CommonRejection.of(0, 1, new CallResult.Rejected(reply, receipt, 1), 0);
    }
}
