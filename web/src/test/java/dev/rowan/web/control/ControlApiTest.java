package dev.rowan.web.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.web.http.WebRequestException;
import java.util.LinkedHashMap;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ControlApiTest {
    private static ControlRequest request(@Nullable Object... pairs) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < pairs.length; i += 2) {
            fields.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return new ControlRequestForm(fields).request();
    }

    @Test
    void acceptsEveryControlRequestAsFormAndJson() {
        assertThat(request("order", "pool_size", "node", "ask", "value", "12"))
                .isEqualTo(new ControlRequest.PoolSize("ask", 12));
        assertThat(request("order", "pool_size", "node", "ask", "value", 12L))
                .isEqualTo(new ControlRequest.PoolSize("ask", 12));
        assertThat(request("order", "requests_per_minute", "node", "ask", "value", "600"))
                .isEqualTo(new ControlRequest.RequestsPerMinute("ask", OptionalLong.of(600)));
        assertThat(request("order", "requests_per_minute", "node", "ask"))
                .isEqualTo(new ControlRequest.RequestsPerMinute("ask", OptionalLong.empty()));
        assertThat(request("order", "tokens_per_minute", "node", "ask", "value", "none"))
                .isEqualTo(new ControlRequest.TokensPerMinute("ask", OptionalLong.empty()));
        assertThat(request("order", "max_cost_usd", "value", "2.50"))
                .isEqualTo(new ControlRequest.MaxCost(new Usd(2_500_000_000_000L)));
        assertThat(request("order", "pause")).isEqualTo(new ControlRequest.Pause());
        assertThat(request("order", "go_on")).isEqualTo(new ControlRequest.Resume());
        assertThat(request("order", "drain")).isEqualTo(new ControlRequest.Drain());
        assertThat(request("order", "cancel")).isEqualTo(new ControlRequest.Cancel());
        assertThat(request("order", "cancel_jobs", "value", "2"))
                .isEqualTo(new ControlRequest.CancelJobs(OptionalLong.of(2)));
        assertThat(request("order", "cancel_jobs", "value", "all"))
                .isEqualTo(new ControlRequest.CancelJobs(OptionalLong.empty()));
    }

    @Test
    void rejectsInvalidControlRequests() {
        for (Object[] fields : new Object[][] {
            {},
            {"order", "explode"},
            {"order", "pool_size", "value", "3"},
            {"order", "pool_size", "node", "ask"},
            {"order", "pool_size", "node", "ask", "value", "0"},
            {"order", "pool_size", "node", "ask", "value", "many"},
            {"order", "pool_size", "node", "ask", "value", "99999999999"},
            {"order", "requests_per_minute", "node", "ask", "value", "-1"},
            {"order", "cancel_jobs"},
            {"order", "cancel_jobs", "value", "0"},
            {"order", "cancel_jobs", "value", "some"},
            {"order", "max_cost_usd"},
            {"order", "max_cost_usd", "value", "-1"},
            {"order", "max_cost_usd", "value", "1e99"},
            {"order", "max_cost_usd", "value", "much"},
        }) {
            assertThatThrownBy(() -> request(fields))
                    .isInstanceOfSatisfying(
                            WebRequestException.class,
                            refused -> assertThat(refused.status()).isEqualTo(400));
        }
    }

    @Test
    void listsTheKnownControlRequestsForAnUnknownOne() {
        assertThatThrownBy(() -> request("order", "explode"))
                .hasMessageContaining("go_on")
                .hasMessageContaining("explode");
    }
}
