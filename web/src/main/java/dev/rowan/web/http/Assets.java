package dev.rowan.web.http;

import dev.rowan.api.call.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/// The files that pages need: style, script and mark. They are part of the program, so that nothing is
/// fetched from elsewhere.
public final class Assets {
    private static final Map<String, String> TYPES =
            Map.of("css", "text/css; charset=utf-8", "js", "text/javascript; charset=utf-8", "svg", "image/svg+xml");

    private Assets() {}

    public static void routes(Router router) {
        router.get("/assets/{name}", request -> asset(request.parameter("name")));
    }

    private static WebReply asset(String name) throws IOException {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || !name.matches("[a-z]+\\.[a-z]+")) {
            throw new WebRequestException(404, "there is no file " + name);
        }
        try (InputStream in = Assets.class.getResourceAsStream("/dev/rowan/web/assets/" + name)) {
            if (in == null) {
                throw new WebRequestException(404, "there is no file " + name);
            }
            return new WebReply.Whole(200, type, Payload.of(in.readAllBytes()));
        }
    }
}
