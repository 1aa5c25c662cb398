package dev.rowan.bench.http;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/// An HTTP client in its usual configuration, with enough connections for all concurrent calls. Each sends the same
/// request and reads the whole reply.
sealed interface HttpContender extends AutoCloseable {
    /// The timeout of a call.
    Duration LIMIT = Duration.ofSeconds(30);

    String title();

    /// Posts `body` to `uri`, reads the whole reply and returns its status.
    int call(URI uri, byte[] body) throws Exception;

    @Override
    void close() throws Exception;

    static List<HttpContender> all(int inFlight) throws NoSuchAlgorithmException {
        CallScope threads = CallScope.open("jdk-client");
        return List.of(
                new Audited(AuditedClient.open(
                        HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault()),
                        new SystemTime())),
                new Apache(HttpClients.custom()
                        .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                                .setMaxConnTotal(inFlight)
                                .setMaxConnPerRoute(inFlight)
                                .build())
                        .build()),
                new Jdk(
                        "JDK, virtual threads",
                        HttpClient.newBuilder()
                                .version(HttpClient.Version.HTTP_1_1)
                                .executor(threads::start)
                                .build(),
                        threads),
                new Jdk(
                        "JDK, as it comes",
                        HttpClient.newBuilder()
                                .version(HttpClient.Version.HTTP_1_1)
                                .build(),
                        CallScope.open("unused")));
    }

    /// Rowan's client, which also enforces a deadline, checks the host of a credential and hashes the reply.
    record Audited(AuditedClient client) implements HttpContender {
        @Override
        public String title() {
            return "AuditedClient";
        }

        @Override
        public int call(URI uri, byte[] body) {
            WireReply reply = client.exchange(WireRequest.postJson(
                    uri,
                    Headers.none(),
                    Credential.bearer(uri.getHost(), Secret.of("bench", "bench-key-0123456789")),
                    Payload.of(body),
                    LIMIT));
            return switch (reply) {
                case WireReply.Complete complete -> complete.status();
                case WireReply.NotSent notSent -> throw new IllegalStateException(notSent.detail());
                case WireReply.Unknown unknown -> throw new IllegalStateException(unknown.detail());
            };
        }

        @Override
        public void close() {
            client.close();
        }
    }

    record Apache(CloseableHttpClient client) implements HttpContender {
        @Override
        public String title() {
            return "Apache HttpClient 5";
        }

        @Override
        public int call(URI uri, byte[] body) throws Exception {
            var post = new HttpPost(uri);
            post.setHeader("Authorization", "Bearer bench-key-0123456789");
            post.setHeader("Accept", "application/json");
            post.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
            return client.execute(post, response -> {
                EntityUtils.toByteArray(response.getEntity());
                return response.getCode();
            });
        }

        @Override
        public void close() throws Exception {
            client.close();
        }
    }

    /// `threads` is the executor of the client.
    record Jdk(String title, HttpClient client, CallScope threads) implements HttpContender {
        @Override
        public int call(URI uri, byte[] body) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .header("Authorization", "Bearer bench-key-0123456789")
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json")
                    .timeout(LIMIT)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray()).statusCode();
        }

        @Override
        public void close() {
            client.shutdownNow();
            threads.close();
        }
    }
}
