package dev.rowan.web.http;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Routes paths to handlers. Routes are added before the server starts.
///
/// A route is a path with parameters, such as `/runs/{run}/rows/{row}`; a parameter matches one path segment. Of
/// several matching routes the first wins.
public final class Router {
    private final List<Route> routes = new ArrayList<>();

    /// Answers a request.
    @FunctionalInterface
    public interface Handler {
        WebReply answer(WebRequest request) throws IOException, InterruptedException;
    }

    /// One route; `steps` of the form `{name}` are parameters.
    public record Route(String method, String path, List<String> steps, Handler handler) {}

    /// A matching route, and the request with its path parameters.
    record Match(Handler handler, WebRequest request) {}

    /// A read-only route.
    public Router get(String path, Handler handler) {
        return add("GET", path, handler);
    }

    /// Something that changes what is.
    public Router post(String path, Handler handler) {
        return add("POST", path, handler);
    }

    private Router add(String method, String path, Handler handler) {
        routes.add(new Route(method, path, steps(path), handler));
        return this;
    }

    public List<Route> routes() {
        return List.copyOf(routes);
    }

    Match find(WebRequest request) {
        List<String> asked = steps(request.path());
        String method = request.isRead() ? "GET" : request.method();
        var others = new TreeSet<String>();
        for (Route route : routes) {
            Optional<Map<String, String>> parameters = fit(route.steps(), asked);
            if (parameters.isPresent() && route.method().equals(method)) {
                return new Match(route.handler(), request.with(parameters.get()));
            }
            parameters.ifPresent(_ -> others.add(route.method()));
        }
        if (others.isEmpty()) {
            throw new WebRequestException(404, "not found: " + request.path());
        }
        throw new WebRequestException(
                405, request.path() + " answers " + String.join(" and ", others) + " only, got " + request.method());
    }

    private static List<String> steps(String path) {
        var steps = new ArrayList<String>();
        for (String step : path.split("/", -1)) {
            if (!step.isEmpty()) {
                steps.add(step);
            }
        }
        return steps;
    }

    private static Optional<Map<String, String>> fit(List<String> route, List<String> asked) {
        if (route.size() != asked.size()) {
            return Optional.empty();
        }
        var parameters = new HashMap<String, String>();
        for (int i = 0; i < route.size(); i++) {
            String step = route.get(i);
            if (step.startsWith("{")) {
                parameters.put(step.substring(1, step.length() - 1), decoded(asked.get(i)));
            } else if (!step.equals(asked.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(parameters);
    }

    private static String decoded(String step) {
        try {
            return URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new WebRequestException(400, "the address has a broken escape (%)");
        }
    }
}
