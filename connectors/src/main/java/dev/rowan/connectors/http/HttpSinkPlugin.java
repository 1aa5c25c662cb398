package dev.rowan.connectors.http;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;

/// The sink `http`.
public final class HttpSinkPlugin extends DescribedPlugin implements SinkPlugin {

    public HttpSinkPlugin() {
        super(
                "http",
                "1.0",
                "Sends rows to a service by POST, each with an idempotency key.",
                Capability.DETERMINISTIC,
                Capability.CALLS_OUT,
                Capability.SAFE_TO_REPEAT);
    }

    @Override
    public Options options() {
        return HttpSinkSettings.OPTIONS;
    }

    @Override
    public Sink configure(Section options) {
        return new HttpSink(HttpSinkSettings.read(options));
    }
}
