package dev.rowan.bench.calls;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContext;

/// A client that sends the requests of the pipeline and records nothing.
public interface CallsClient extends AutoCloseable {

    /// Sends request `number`, modulo the number of requests, and reads the whole reply.
    void ask(int number);

    @Override
    void close();

    /// Whether OpenAI's SDK is part of the build (`ROWAN_BENCH_SDK=yes`).
    static boolean hasOpenAiSdk() {
        return CallsClient.class.getResource("OpenAiSdk.class") != null;
    }

    static CallsClient openAiSdk(URI base, String key, List<WireRequest> requests) throws ReflectiveOperationException {
        return (CallsClient) Class.forName("dev.rowan.bench.OpenAiSdk")
                .getDeclaredMethod("at", URI.class, String.class, List.class)
                .invoke(null, base, key, requests);
    }

    static AuditedClient audited() throws NoSuchAlgorithmException {
        return AuditedClient.open(
                HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault()), new SystemTime());
    }

    /// The pipeline's client and requests.
    record Bare(AuditedClient client, List<WireRequest> requests) implements CallsClient {
        @Override
        public void ask(int number) {
            if (!(client.exchange(requests.get(number % requests.size())) instanceof WireReply.Complete complete)
                    || complete.status() != 200) {
                throw new IllegalStateException("the simulator gave no whole 200");
            }
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
