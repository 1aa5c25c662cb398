# The release archive on a slim JRE, as a non-root user. Checked for syntax only, not built in CI.
#
#   docker build -t rowan .
#   docker run --rm --user "$(id -u)" -v "$PWD:/work" rowan run pipeline.yaml
FROM maven:3-eclipse-temurin-25 AS build
WORKDIR /src
COPY . .
RUN mvn -B -ntp -Dmaven.test.skip=true package \
    && mkdir /opt/rowan \
    && tar -xzf app/target/rowan-*.tar.gz -C /opt/rowan --strip-components=1

FROM eclipse-temurin:25-jre
RUN useradd --create-home --uid 10001 rowan && mkdir /work && chown rowan /work
COPY --from=build --chown=rowan /opt/rowan /opt/rowan
ENV PATH="/opt/rowan:$PATH" LC_ALL=C.UTF-8
USER rowan
WORKDIR /work
# Creates the JVM's start-up cache in the image.
RUN rowan --version
EXPOSE 8484
# Checks that the program starts; compose.yaml has a check of the page for `serve`.
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s CMD ["rowan", "--version"]
ENTRYPOINT ["rowan"]
CMD ["--help"]
