# What runs EvoSuite, for scripts that source this: the newest of Maven Central, 1.0.6, needs a JDK 8. Debian's is fetched by
# name into a folder of its own and run there, for which one has to be root. `room` is the folder of the script.
root=$room/jdk8

# A JDK 8 with all it rests on, unpacked below $root.
fetch_jdk() {
    [ -e "$root/.fetched" ] && return
    rm -rf "$root"
    mkdir -p "$room/lists/partial" "$room/debs/partial" "$root"/{dev,proc,tmp,made,usr/bin,usr/lib,usr/lib64}
    apt-get indextargets --format 'deb $(REPO_URI) sid main' 'Created-By: Packages' | grep -v -- -security | sort -u |
        head -1 >"$room/sources.list"
    local own=(-o Dir::Etc::sourcelist="$room/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$room/lists"
        -o Dir::State::status=/dev/null -o Dir::Cache="$room" -o Dir::Cache::archives="$room/debs"
        -o APT::Sandbox::User=root)
    apt-get -qq "${own[@]}" update
    apt-get -qq -y --no-install-recommends --download-only "${own[@]}" install openjdk-8-jdk-headless >/dev/null
    ln -s usr/bin "$root/bin"
    ln -s usr/lib "$root/lib"
    ln -s usr/lib64 "$root/lib64"
    for package in "$room"/debs/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --keep-directory-symlink
    done
    mknod -m 666 "$root/dev/null" c 1 3
    mknod -m 666 "$root/dev/random" c 1 8
    mknod -m 666 "$root/dev/urandom" c 1 9
    touch "$root/.fetched"
}

# Runs a tool of JDK 8 in $root/made, with nothing else of this machine in sight.
old() {
    local tool=$1
    shift
    local home=/usr/lib/jvm/java-8-openjdk-amd64
    env -i PATH="$home/bin:$home/jre/bin" JAVA_HOME="$home" HOME=/made LANG=C.UTF-8 \
        /usr/bin/unshare --mount --pid --fork --kill-child --mount-proc=/proc --root="$root" --wd=/made \
        "$home/bin/$tool" "$@"
}

# Fetches what Maven Central has under a name, and says where it is.
jar() {
    local name
    name=$(echo "$1" | awk -F: '{print $2 "-" $3 ($5 ? "-" $5 : "") ".jar"}')
    [ -e "$room/jars/$name" ] ||
        mvn -q -B -Dstyle.color=never dependency:copy -Dartifact="$1" -DoutputDirectory="$room/jars" </dev/null >&2
    echo "$name"
}

mkdir -p "$room/jars"
# Without EvoSuite among `tools` none of it is needed.
if [[ ${tools-evosuite} == *evosuite* ]]; then
    [ "$(id -u)" -eq 0 ] || { echo "only root can run a JDK in a folder of its own" >&2; exit 2; }
    fetch_jdk
    evosuite=$(jar org.evosuite:evosuite-master:1.0.6)
    junit=$(jar junit:junit:4.13.2)
    hamcrest=$(jar org.hamcrest:hamcrest-core:1.3)
fi
