package dev.rowan.simulator.service;

import dev.rowan.simulator.http.HttpRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One of the many small calls about files and batches. `path` may have one group, whose text `work` is given:
/// the id of what the call is about.
public record Operation(String name, ServiceDialect dialect, String method, Pattern path, Body body, Work work)
        implements Endpoint {

    /// What the body of a request is.
    public enum Body {
        JSON,
        /// Whatever the operation makes of it, nothing included.
        OTHER
    }

    /// What an operation does.
    @FunctionalInterface
    public interface Work {
        EndpointResult answer(EndpointRequest request, String id) throws RefusedException;
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals(method) && path.matcher(request.path()).matches();
    }

    @Override
    public String pool() {
        return dialect.service() + "_batch";
    }

    @Override
    public boolean readsJson() {
        return body == Body.JSON;
    }

    @Override
    public EndpointResult answer(EndpointRequest request) throws RefusedException {
        Matcher matcher = path.matcher(request.request().path());
        String id = matcher.matches() && matcher.groupCount() > 0 ? matcher.group(1) : "";
        return work.answer(request, id);
    }
}
